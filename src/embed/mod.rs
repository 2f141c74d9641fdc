//! Embedding text: a deterministic local embedder for demonstrations and tests, and below it an endpoint of a model.

pub mod openai;

/// The name that the local embedder is recorded under, so that nobody takes its vectors for a model's.
pub const LOCAL_MODEL: &str = "ragsql-local-demo";

/// Where an external model has to be for the sandbox to answer for it by the local embedder. No server can have this
/// name (RFC 2606).
pub const LOCAL_ENDPOINT: &str = "https://embedder.ragsql.invalid";

/// Embeds a text by hashing its words and word beginnings into `dimensions` buckets, then scaling to length 1.
///
/// Longer words weigh more, since short ones tell little. It knows no meaning, only shared words: it is for demonstrations and tests, and says so by its name. The same
/// text has the same vector everywhere. A text without a word gets the first unit vector, since a vector of
/// zeros has no cosine distance.
#[must_use]
pub fn local(text: &str, dimensions: usize) -> Vec<f32> {
    let mut vector = vec![0.0_f32; dimensions];
    for word in text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        let word = word.to_lowercase();
        let beginning: String = word.chars().take(5).collect();
        let weight = word.chars().count().min(8) as f32 - 1.0;
        add(&mut vector, &word, weight);
        add(&mut vector, &format!("{beginning}…"), weight / 2.0);
    }
    let length = vector.iter().map(|x| x * x).sum::<f32>().sqrt();
    if length > 0.0 {
        vector.iter_mut().for_each(|x| *x /= length);
    } else if let Some(first) = vector.first_mut() {
        *first = 1.0;
    }
    vector
}

/// A vector as the JSON array that the engine takes.
#[must_use]
pub fn json(vector: &[f32]) -> String {
    let numbers: Vec<String> = vector.iter().map(f32::to_string).collect();
    format!("[{}]", numbers.join(","))
}

/// Adds a feature to its bucket, with a sign of its own so that collisions cancel out.
fn add(vector: &mut [f32], feature: &str, weight: f32) {
    if vector.is_empty() {
        return;
    }
    let hash = fnv1a(feature.as_bytes());
    let bucket = (hash % vector.len() as u64) as usize;
    vector[bucket] += if hash >> 63 == 0 { weight } else { -weight };
}

/// FNV-1a, 64 bits: a hash that is the same on every machine and in every release.
fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cosine_distance(a: &str, b: &str) -> f32 {
        let (a, b) = (local(a, 256), local(b, 256));
        1.0 - a.iter().zip(&b).map(|(x, y)| x * y).sum::<f32>()
    }

    #[test]
    fn the_same_text_has_the_same_vector_of_length_one() {
        let vector = local("A chunk of text.", 64);
        assert_eq!(vector, local("a CHUNK of text", 64));
        assert!((vector.iter().map(|x| x * x).sum::<f32>() - 1.0).abs() < 1e-5);
        assert_eq!(local("…", 3), [1.0, 0.0, 0.0]);
    }

    #[test]
    fn shared_words_bring_texts_nearer() {
        let question = "when is the vector index created";
        let near = cosine_distance(question, "The vector index is created after the load.");
        let far = cosine_distance(question, "Tenants pay their invoices in spring.");
        assert!(near < far, "{near} {far}");
    }

    #[test]
    fn hashing_follows_the_published_test_values() {
        assert_eq!(fnv1a(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv1a(b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(fnv1a(b"foobar"), 0x8594_4171_f739_67e8);
    }
}
