//! A node's Debug output in a compact form: what is absent is left out, short nodes take one line.

use std::fmt::Debug;

/// The widest line that a node may share.
const WIDTH: usize = 110;

enum Tree {
    Leaf(String),
    Node { head: String, children: Vec<Tree>, close: char },
}

/// Renders a value. Spans, `None`, `false` and empty lists are left out; names are joined.
pub fn render(value: &impl Debug) -> String {
    let text = format!("{value:#?}");
    let mut lines = text.split('\n');
    let tree = tree(&mut lines);
    let mut out = String::new();
    write(&tree.map(simplify).unwrap_or(Tree::Leaf(String::new())), 0, &mut out);
    out
}

fn tree<'a>(lines: &mut impl Iterator<Item = &'a str>) -> Option<Tree> {
    let line = lines.next()?.trim();
    let line = line.strip_suffix(',').unwrap_or(line);
    let close = match line.chars().last() {
        Some('{') => '}',
        Some('(') => ')',
        Some('[') => ']',
        _ if [")", "}", "]"].contains(&line) => return None,
        _ => return Some(Tree::Leaf(line.to_owned())),
    };
    let mut children = Vec::new();
    while let Some(child) = tree(lines) {
        children.push(child);
    }
    Some(Tree::Node { head: line.to_owned(), children, close })
}

fn simplify(tree: Tree) -> Tree {
    let Tree::Node { head, children, close } = tree else { return tree };
    let keeps = head.ends_with("Some(");
    let children = children.into_iter().map(simplify).filter(|child| keeps || !is_absent(child));
    let children: Vec<Tree> = children.collect();
    let (label, class) = head.split_once(": ").map_or(("", &*head), |(label, class)| (label, class));
    let labelled = |text: &str| if label.is_empty() { text.to_owned() } else { format!("{label}: {text}") };
    match (class, &children[..]) {
        ("Span {", _) => Tree::Leaf(String::new()),
        ("ObjectName {", [Tree::Leaf(parts)]) => Tree::Leaf(labelled(parts.strip_prefix("parts: ").unwrap_or(parts))),
        ("Some(", [Tree::Leaf(text)]) if text == "false" || text == "None" => {
            Tree::Leaf(labelled(&format!("Some({text})")))
        }
        ("SqlText(" | "Some(", [Tree::Leaf(text)]) => Tree::Leaf(labelled(text)),
        ("[", parts) if label == "parts" => Tree::Leaf(labelled(&joined(parts, "."))),
        ("Some(", [Tree::Node { .. }]) => {
            let Some(Tree::Node { head, children, close }) = children.into_iter().next() else { unreachable!() };
            Tree::Node { head: labelled(&head), children, close }
        }
        _ => Tree::Node { head, children, close },
    }
}

fn is_absent(tree: &Tree) -> bool {
    let Tree::Leaf(text) = tree else { return false };
    let value = text.split_once(": ").map_or(&**text, |(_, value)| value);
    ["", "None", "false", "[]"].contains(&value)
}

fn joined(children: &[Tree], by: &str) -> String {
    let each: Vec<String> = children.iter().map(one_line).collect();
    each.join(by)
}

fn one_line(tree: &Tree) -> String {
    match tree {
        Tree::Leaf(text) => text.clone(),
        Tree::Node { head, children, close } => format!("{head}{}{close}", joined(children, ", ")),
    }
}

fn write(tree: &Tree, indent: usize, out: &mut String) {
    let line = one_line(tree);
    let pad = "  ".repeat(indent);
    match tree {
        Tree::Node { head, children, close } if line.chars().count() + pad.len() > WIDTH => {
            out.push_str(&format!("{pad}{head}\n"));
            for child in children {
                write(child, indent + 1, out);
            }
            out.push_str(&format!("{pad}{close}\n"));
        }
        _ => out.push_str(&format!("{pad}{line}\n")),
    }
}
