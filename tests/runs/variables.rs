//! Values that files hold as `${NAME}`: sent, and otherwise nowhere.

use ragsql::db::Kind;
use ragsql::source::{Migration, Project, Variables};

use crate::migrations::cases;
use crate::place::Place;

cases! {
    a_value_is_sent_and_recorded_nowhere,
    a_file_without_its_value_does_not_run,
    what_the_server_says_names_the_variable,
}

const SECRET: &str = "it's [very] secret";

/// Files with a variable that has this value.
fn files(place: &Place, texts: &[(&str, &str)], value: Option<&str>) -> Vec<Migration> {
    let texts: Vec<(String, String)> =
        texts.iter().map(|(name, text)| (format!("migrations/{name}.sql"), place.text(text))).collect();
    let project = Project::from_texts(texts.iter().map(|(path, text)| (path.as_str(), text.as_str())));
    project.with_variables(Variables::new([("KEY".to_owned(), value.map(str::to_owned))])).migrations
}

fn a_value_is_sent_and_recorded_nowhere(place: &mut Place) {
    let texts = [(
        "V1__t",
        "CREATE TABLE {s}.t (note NVARCHAR(50), [${KEY}] INT); INSERT INTO {s}.t (note) VALUES (N'${KEY}')",
    )];
    let done = place.apply_files(&files(place, &texts, Some(SECRET))).expect("it runs");
    assert_eq!(done.applied.len(), 1);
    let note: String =
        place.query("SELECT note FROM {s}.t WHERE [it's [very]] secret] IS NULL")[0].get("note").expect("text");
    assert_eq!(note, SECRET);
    assert!(!format!("{:?}", place.events).contains("secret"));
    let again = place.apply_files(&files(place, &texts, Some("another"))).expect("the checksum is that of the file");
    assert_eq!(again.applied.len(), 0);
}

fn a_file_without_its_value_does_not_run(place: &mut Place) {
    let texts = [("V1__t", "CREATE TABLE {s}.t (id INT)"), ("V2__u", "GO\nPRINT 'x'\n\nPRINT '${KEY}'")];
    let error = place.apply_files(&files(place, &texts, None)).expect_err("KEY has no value");
    assert_eq!(error.kind(), Kind::Usage);
    assert!(error.to_string().contains("migrations/V2__u.sql:4: ${KEY} has no value"), "{error}");
    assert!(!place.has_table("t"), "nothing was run");
    place.apply_files(&files(place, &texts, Some("value"))).expect("it runs");
    place.apply_files(&files(place, &texts, None)).expect("what is applied needs no value");
}

fn what_the_server_says_names_the_variable(place: &mut Place) {
    let texts = [("V1__t", "PRINT 'now ${KEY}'; EXEC (N'SELECT * FROM [${KEY}]')")];
    let error = place.apply_files(&files(place, &texts, Some("hidden-value"))).expect_err("there is no such table");
    assert!(error.to_string().contains("Invalid object name '${KEY}'"), "{error}");
    let events = format!("{:?}", place.events);
    assert!(
        events.contains("now ${KEY}")
            && !events.contains("hidden-value")
            && !format!("{error:?}").contains("hidden-value")
    );
}
