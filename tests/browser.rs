//! The pages of diff and plan in a real browser, at the width of a telephone: skipped, and said so, where there is no
//! chromium.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// A name that would run if it were more than text.
const NAME: &str = "<script>document.title = ''stolen''</script>";

const WIDTH: u32 = 390;

fn is_there() -> bool {
    let mut chromium = Command::new("chromium");
    let found = chromium.arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    let is_there = found.is_ok_and(|status| status.success());
    if !is_there {
        eprintln!("skipped: there is no chromium here");
    }
    is_there
}

/// A project of two releases, of which the first is its snapshot.
fn project() -> TempDir {
    let dir = TempDir::new().expect("a temporary folder");
    for folder in ["migrations", "post-load"] {
        fs::create_dir(dir.path().join(folder)).expect("the folder is new");
    }
    let long = "a_table_with_a_name_that_is_much_longer_than_any_telephone_is_wide_and_has_no_place_to_break";
    let name = NAME.replace("''", "'");
    let write = |file: &str, text: &str| fs::write(dir.path().join(file), text).expect("the file can be written");
    write(
        "migrations/V1__x.sql",
        &format!(
            "CREATE TABLE dbo.{long} (id int NOT NULL CONSTRAINT pk PRIMARY KEY, a int NULL);\nCREATE TABLE dbo.[{name}] (id int NOT NULL);\n\
             GO\nCREATE VIEW dbo.v AS\nSELECT 1 AS a\n"
        ),
    );
    ragsql(dir.path(), &["snapshot", "--quiet"]);
    write(
        "migrations/V2__y.sql",
        &format!(
            "ALTER TABLE dbo.{long} ALTER COLUMN a bigint NOT NULL;\nDROP TABLE dbo.[{name}];\n\
             CREATE TABLE dbo.c (id int NOT NULL CONSTRAINT fk REFERENCES dbo.{long} (id));\n\
             GO\nALTER VIEW dbo.v AS\nSELECT 2 AS a\n"
        ),
    );
    dir
}

fn ragsql(dir: &Path, args: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ragsql"));
    for variable in ["RAGSQL_URL", "DATABASE_URL", "RAGSQL_ENGINE"] {
        command.env_remove(variable);
    }
    let output = command.current_dir(dir).args(args).output().expect("the binary runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("the output is UTF-8")
}

/// A page in a frame of a telephone's width, with a script that tells what it looks like.
fn framed(page: &str) -> String {
    let page = page.replace('&', "&amp;").replace('"', "&quot;");
    format!(
        "<!doctype html><iframe width={WIDTH} height=800 srcdoc=\"{page}\"></iframe><pre id=told></pre><script>\n\
         onload = () => {{\n  const page = document.querySelector('iframe').contentDocument;\n\
         const links = [...page.querySelectorAll('a[href^=\"#\"]')];\n\
         const dead = links.filter(link => !page.getElementById(link.getAttribute('href').slice(1)));\n\
         const seen = row => [...row.children].filter(cell => cell.offsetHeight > 0).length;\n\
         const twice = [...page.querySelectorAll('tr.same')].filter(row => seen(row) > 1);\n\
         document.getElementById('told').textContent = ['width', page.documentElement.scrollWidth <= {WIDTH}, 'links', \
         links.length > 0, 'dead', dead.length, 'scripts', page.scripts.length, page.title.includes('stolen'), \
         'twice', twice.length].join(' ');\n}};\n</script>"
    )
}

fn told(page: &str) -> String {
    let dir = TempDir::new().expect("a temporary folder");
    let file = dir.path().join("frame.html");
    fs::write(&file, framed(page)).expect("the file can be written");
    let output = Command::new("chromium")
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"])
        .args([
            "--disable-background-networking",
            "--disable-component-update",
            "--virtual-time-budget=5000",
            "--dump-dom",
        ])
        .arg(format!("--user-data-dir={}", dir.path().join("profile").display()))
        .arg(format!("file://{}", file.display()))
        .output()
        .expect("chromium runs");
    let dom = String::from_utf8_lossy(&output.stdout).into_owned();
    let told = dom.split("<pre id=\"told\">").nth(1).and_then(|rest| rest.split("</pre>").next());
    told.unwrap_or_else(|| panic!("{dom}{}", String::from_utf8_lossy(&output.stderr))).to_owned()
}

#[test]
fn pages_fit_a_telephone_link_and_run_nothing() {
    if !is_there() {
        return;
    }
    let dir = project();
    for args in [&["plan", "--from-version", "1"][..], &["diff"]] {
        let page = ragsql(dir.path(), &[args, &["--format", "html"]].concat());
        assert!(page.contains("&lt;script&gt;"), "the name is shown");
        assert!(args[0] == "plan" || page.contains("<tr class=\"same\">"), "a line is as it was");
        assert_eq!(told(&page), "width true links true dead 0 scripts 0 false twice 0", "{args:?}");
    }
}
