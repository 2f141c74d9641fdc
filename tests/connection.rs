//! Connection strings: what is understood, what is refused, and that no secret is ever told.

use proptest::prelude::*;
use ragsql::db::url::{Encryption, Login, Trust};
use ragsql::db::{Environment, Secret, Server, Target, UrlError};

fn empty() -> Environment {
    Environment::default()
}

/// An environment with these variables.
fn environment(variables: &[(&str, &str)]) -> Environment {
    let value = |name: &str| variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned());
    Environment::read(value)
}

fn server_in(text: &str, environment: &Environment) -> Server {
    match Target::parse(text, environment) {
        Ok(Target::Server(server)) => *server,
        other => panic!("{text}: {other:?}"),
    }
}

fn server(text: &str) -> Server {
    server_in(text, &empty())
}

fn refused(text: &str) -> UrlError {
    Target::parse(text, &empty()).expect_err("it is refused")
}

fn sql_login(user: &str, password: &str) -> Login {
    Login::Password { user: user.to_owned(), password: Secret::new(password) }
}

#[test]
fn a_url_has_its_parts() {
    for scheme in ["sqlserver", "mssql", "SqlServer"] {
        let server = server(&format!("{scheme}://app:p%40ss%2F%E6%97%A5@db.example.net:1444/rag%20one"));
        assert_eq!((server.host.as_str(), server.port), ("db.example.net", 1444));
        assert_eq!(server.database.as_deref(), Some("rag one"));
        assert_eq!(server.login, sql_login("app", "p@ss/日"));
        assert_eq!((server.encryption, &server.trust), (Encryption::Mandatory, &Trust::System));
    }
}

#[test]
fn a_url_takes_options_by_their_ado_names() {
    let server = server(
        "sqlserver://u:p@h/db?encrypt=strict&trustServerCertificate=true&Application%20Name=a+b\
         &applicationIntent=ReadOnly&multiSubnetFailover=yes&hostNameInCertificate=other&packetSize=8192",
    );
    assert_eq!((server.encryption, &server.trust), (Encryption::Strict, &Trust::Any));
    assert_eq!(server.application_name.as_deref(), Some("a+b"));
    assert!(server.read_only && server.multi_subnet);
    assert_eq!((server.host_in_certificate.as_deref(), server.packet_size), (Some("other"), Some(8192)));
}

#[test]
fn hosts_have_many_forms() {
    let place = |text: &str| {
        let server = server(text);
        (server.host, server.port)
    };
    let at = |host: &str, port| (host.to_owned(), port);
    assert_eq!(place("sqlserver://u:p@[::1]:1500/db"), at("::1", 1500));
    assert_eq!(place("sqlserver://u:p@h/db"), at("h", 1433));
    assert_eq!(server("sqlserver://u:p@[::1]/db").to_string(), "db on [::1]:1433");
    let ado = |host: &str| place(&format!("Server={host};User Id=u;Password=p"));
    assert_eq!(ado("tcp:db.example.net,1444"), at("db.example.net", 1444));
    assert_eq!(ado("TCP:db.example.net , 1444"), at("db.example.net", 1444));
    assert_eq!(ado("(local)"), at("localhost", 1433));
    assert_eq!(ado("."), at("localhost", 1433));
    assert_eq!(ado(r"h\SQLEXPRESS,1500"), at("h", 1500));
    assert_eq!(ado("::1"), at("::1", 1433));
}

#[test]
fn the_portals_string_is_understood() {
    let server = server(
        "Server=tcp:srv.database.windows.net,1433;Initial Catalog=rag;Persist Security Info=False;User ID=app;\
         Password={p;w}}0rd};MultipleActiveResultSets=False;Encrypt=True;TrustServerCertificate=False;Connection Timeout=30;",
    );
    assert_eq!(server.to_string(), "rag on srv.database.windows.net:1433");
    assert_eq!(server.login, sql_login("app", "p;w}0rd"));
    assert_eq!(server.ignored, ["Persist Security Info", "MultipleActiveResultSets", "Connection Timeout"]);
}

#[test]
fn keys_have_synonyms_in_any_case_and_spacing() {
    let written = [
        "Data Source=h;Initial Catalog=db;User ID=u;Password=p;Encrypt=Optional;Trust Server Certificate=yes",
        "ADDR = h ; DATABASE = db ; uid = u ; PWD = p ; encrypt = no ; trustservercertificate = True",
        "network address=h;databaseName=db;username=u;pwd='p';Encrypt=false;TrustServerCertificate=1;",
    ];
    let [first, second, third] = written.map(server);
    assert_eq!(first, second);
    assert_eq!(second, third);
    assert_eq!((first.encryption, &first.trust), (Encryption::LoginOnly, &Trust::Any));
}

#[test]
fn encryption_is_on_unless_the_string_says_otherwise() {
    let encryption = |value: &str| server(&format!("Server=h;User Id=u;Password=p;Encrypt={value}")).encryption;
    assert_eq!(server("Server=h;User Id=u;Password=p").encryption, Encryption::Mandatory);
    assert_eq!(encryption("Mandatory"), Encryption::Mandatory);
    assert_eq!(encryption("TRUE"), Encryption::Mandatory);
    assert_eq!(encryption("Strict"), Encryption::Strict);
}

#[test]
fn the_sandbox_needs_nothing_else() {
    assert_eq!(Target::parse(" sandbox ", &empty()), Ok(Target::Sandbox(None)));
    assert_eq!(Target::parse("sandbox:C:/tmp/x=1.db", &empty()), Ok(Target::Sandbox(Some("C:/tmp/x=1.db".into()))));
    assert_eq!(refused("sandbox:"), UrlError::Form);
    assert_eq!(refused("jdbc:sqlserver://h:1433;databaseName=x;password=y"), UrlError::Jdbc);
    for address in ["sandbox://dev.db", "SANDBOX:///data/dev.db"] {
        assert_eq!(refused(address), UrlError::SandboxAddress);
    }
}

#[test]
fn secrets_come_from_the_environment_where_the_string_has_none() {
    let both = environment(&[("SQLCMDPASSWORD", "sqlcmd"), ("RAGSQL_PASSWORD", "ragsql"), ("RAGSQL_ACCESS_TOKEN", "")]);
    assert_eq!(server_in("sqlserver://u@h/db", &both).login, sql_login("u", "ragsql"));
    assert_eq!(server_in("sqlserver://u:own@h/db", &both).login, sql_login("u", "own"));
    let sqlcmd = environment(&[("SQLCMDPASSWORD", "sqlcmd")]);
    assert_eq!(server_in("Server=h;Uid=u", &sqlcmd).login, sql_login("u", "sqlcmd"));
    assert_eq!(Target::parse("sqlserver://u@h/db", &empty()), Err(UrlError::NoPassword));
    assert_eq!(Target::parse("sqlserver://h/db", &sqlcmd), Err(UrlError::NoUser));
}

#[test]
fn a_token_logs_in_where_no_password_is_meant() {
    let token = environment(&[("RAGSQL_ACCESS_TOKEN", "eyJ0"), ("RAGSQL_PASSWORD", "x")]);
    let expected = Login::Token(Secret::new("eyJ0"));
    assert_eq!(server_in("sqlserver://h/db", &token).login, expected);
    let entra = "Server=h;User Id=someone@example.com;Authentication=Active Directory Interactive";
    assert_eq!(server_in(entra, &token).login, expected);
    assert_eq!(server_in("sqlserver://h/db?authentication=ActiveDirectoryDefault", &token).login, expected);
    assert_eq!(server_in("Server=h;User Id=u;Authentication=Sql Password", &token).login, sql_login("u", "x"));
    assert_eq!(server_in("sqlserver://u:own@h/db", &token).login, sql_login("u", "own"));
}

#[test]
fn entra_without_a_token_says_how_to_get_one() {
    for method in ["Active Directory Default", "ActiveDirectoryManagedIdentity", "active directory msi"] {
        let error = refused(&format!("Server=h;Authentication={method}"));
        assert!(matches!(error, UrlError::TokenNeeded { .. }), "{method}");
        let text = error.to_string();
        assert!(text.contains("RAGSQL_ACCESS_TOKEN") && text.contains("az account get-access-token"), "{text}");
    }
}

#[test]
fn what_is_not_understood_is_named_by_its_key() {
    let named = |text: &str| refused(text).to_string();
    assert!(named("Server=h;User Id=u;Colour=blue").contains("unknown key `Colour`"));
    assert!(named("sqlserver://u:p@h/db?colour=blue").contains("unknown key `colour`"));
    assert!(
        named("Server=h;Encrypt=perhaps").contains("value of `Encrypt` in the connection string is not true, false")
    );
    assert!(named("Server=h;Packet Size=17").contains("`Packet Size`"));
    assert!(named("Server=h,port;User Id=u;Password=p").contains("host or host,port"));
    assert!(named("Server=h;Integrated Security=SSPI").contains("Windows logins are not supported"));
    assert!(named(r"Server=h\SQLEXPRESS;User Id=u").contains("named instances"));
    assert!(named("Server=np:h;User Id=u").contains("only TCP"));
    assert!(named("Server=h;Authentication=Kerberos").contains("`Authentication`"));
    assert!(named("User Id=u;Password=p").contains("names no server"));
    let both = "Server=h;User Id=u;Password=p;TrustServerCertificate=true;TrustServerCertificateCA=ca.pem";
    assert_eq!(refused(both), UrlError::TrustTwice);
    assert_eq!(refused("Server=h;User Id=u;Password={your_password};"), UrlError::Placeholder);
    for form in ["", "  ", "localhost", "postgres://u:p@h/db", "jdbc:sqlserver://h;user=u"] {
        assert!(Target::parse(form, &empty()).is_err(), "{form}");
    }
}

#[test]
fn windows_logins_that_are_switched_off_do_not_matter() {
    assert_eq!(server("Server=h;User Id=u;Password=p;Integrated Security=False").login, sql_login("u", "p"));
}

#[test]
fn a_database_of_the_server_itself_is_not_worked_on() {
    let database = |text: &str| server(text).user_database().map(str::to_owned);
    assert_eq!(database("sqlserver://u:p@h/rag"), Ok("rag".to_owned()));
    assert_eq!(database("sqlserver://u:p@h"), Err(UrlError::NoDatabase));
    assert_eq!(database("sqlserver://u:p@h/"), Err(UrlError::NoDatabase));
    assert_eq!(database("Server=h;Database=Master;Uid=u;Pwd=p"), Err(UrlError::SystemDatabase("Master".to_owned())));
}

/// Strings of which a part of the password is cut off, and lands where it does not belong.
const TORN: [&str; 16] = [
    "sqlserver://app:12#hunter2@h/db",
    "sqlserver://app:12?hunter2=x@h/db",
    "sqlserver://app:12/hunter2@h/db",
    "sqlserver://app:x?a&hunter2@h/db",
    "sqlserver://app:12?hunter2&b@h/db",
    "sqlserver://app:hunter2@h:port/db",
    "sqlserver://app:hunter2@/db",
    "sqlserver://app:hunter2@h o s t/db",
    "sqlserver://app:hunter2%FF@h/db",
    "Server = x; Password = p@ss;hunter2; User Id = u",
    "Server=x;Password=p;hunter2=w;User Id=u",
    "Server=x;PWD='hunter2;User Id=u",
    "Server=x;Password=\"hunter2\"tail;User Id=u",
    "Server=x;Password={hunter2;User Id=u",
    "Server=x;Password=hunter2;Colour=blue",
    "Password=hunter2",
];

#[test]
fn no_part_of_a_torn_password_is_told() {
    for text in TORN {
        let error = refused(text);
        let told = format!("{error} {error:?}");
        assert!(!told.contains("hunter2"), "{text}: {told}");
    }
}

#[test]
fn a_secret_has_no_text() {
    let environment = environment(&[("RAGSQL_PASSWORD", "hunter2"), ("RAGSQL_ACCESS_TOKEN", "hunter2")]);
    let told = format!("{environment:?} {:?}", Secret::new("hunter2"));
    assert!(!told.contains("hunter2"), "{told}");
}

/// Percent-encodes everything but letters and digits.
fn encoded(text: &str) -> String {
    let plain = |byte: &u8| byte.is_ascii_alphanumeric();
    text.bytes().map(|byte| if plain(&byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }).collect()
}

/// A secret that no other part of a message can hold by chance.
fn secret() -> impl Strategy<Value = String> {
    "[ -~é日😀]{0,12}".prop_map(|noise| format!("hunter2{noise}"))
}

proptest! {
    #[test]
    fn every_password_survives_every_form(password in secret(), user in "[a-z][ -~]{0,8}", database in "[a-zé][a-zé -]{0,8}[a-z]") {
        let expected = sql_login(&user, &password);
        let url = format!("sqlserver://{}:{}@h/{}", encoded(&user), encoded(&password), encoded(&database));
        let quoted = |text: &str| format!("'{}'", text.replace('\'', "''"));
        let ado = format!("Server=h;User Id={};Password={};Database={}", quoted(&user), quoted(&password), quoted(&database));
        let double = format!("Server=h;Pwd=\"{}\";Uid={};Database={database}", password.replace('"', "\"\""), quoted(&user));
        let braces = format!("Server=h;Pwd={{{}}};Uid={};Database={database}", password.replace('}', "}}"), quoted(&user));
        for text in [url, ado, double, braces] {
            let server = server(&text);
            prop_assert_eq!(&server.login, &expected);
            prop_assert_eq!(server.database.as_deref(), Some(database.as_str()));
            let told = format!("{server} {server:?} {}", Target::Server(Box::new(server.clone())));
            prop_assert!(!told.contains("hunter2"), "{}", told);
        }
    }

    #[test]
    fn no_error_tells_a_secret(password in secret(), tail in "[;=a-z'\"{} ]{0,20}") {
        for text in [
            format!("Server=h;User Id=u;Password={password}{tail}"),
            format!("Password={password};Server=h{tail}"),
            format!("Pwd = '{password}{tail}"),
            format!("sqlserver://u:{password}@h{tail}/db"),
            format!("sqlserver://u:{password}@h/db?{tail}"),
            format!("mssql://u:12?{password}{tail}@h/db"),
        ] {
            if let Err(error) = Target::parse(&text, &empty()) {
                let told = format!("{error} {error:?}");
                prop_assert!(!told.contains("hunter2"), "{}: {}", text, told);
            }
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,60}", keys in "((Server|Pwd|Encrypt|Database)[ =;'\"{}a-z]{0,9}){0,5}") {
        let _ = Target::parse(&text, &empty());
        let _ = Target::parse(&keys, &empty());
        let _ = Target::parse(&format!("sqlserver://{text}"), &empty());
    }
}
