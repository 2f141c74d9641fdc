//! An engine that follows a script: each statement of a batch says what is to come back. It stands in for the real
//! one where the protocol is on trial.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use ragsql::sandbox::wire::*;

/// The engine. Statements are set apart by `;`:
///
/// | statement | what comes back |
/// | --- | --- |
/// | `SELECT types` | a row with a value of every type, and a row of NULLs |
/// | `SELECT rows N` | N rows of a number and a text |
/// | `SELECT text N` | one `nvarchar(max)` of N characters |
/// | `SELECT length` | the length of the batch in characters |
/// | `SELECT trancount` | 1 in a transaction, else 0 |
/// | `SELECT @… , @…` | the values of the parameters of those names, with their types |
/// | `SET @name = …` | an OUTPUT parameter that holds `out` or 42, as its type wants |
/// | `UPDATE N` | N rows affected |
/// | `RAISE number class line procedure` | that error, and the batch goes on |
/// | `PRINT text` | a message |
/// | `BEGIN TRAN`, `COMMIT`, `ROLLBACK` | a transaction; `IF @@TRANCOUNT > 0` may stand before, as DB-Library has it |
/// | `USE name` | another database |
/// | `EXEC name` | a result set and a row count inside a procedure unless its name starts with `quiet`, return status 7 |
/// | `WAITFOR cancel` | nothing, until the client cancels; `WAITFOR cancel and roll back` then ends the transaction |
/// | `SELECT endless` | rows until the client cancels |
/// | `PANIC` | a panic |
#[derive(Debug, Default)]
pub struct Scripted {
    /// Every statement that no script covers, as the clients sent it.
    pub unknown: Arc<Mutex<Vec<String>>>,
    /// How many rows of `SELECT endless` were made.
    pub emitted: Arc<AtomicUsize>,
    /// Sessions that are open.
    pub open: Arc<Mutex<usize>>,
    /// The logins, in order.
    pub logins: Arc<Mutex<Vec<Login>>>,
}

impl Engine for Scripted {
    fn open(&self, login: &Login) -> Result<Box<dyn Session>, ServerMessage> {
        self.logins.lock().expect("no thread panics with it").push(login.clone());
        if login.database == "missing" {
            return Err(message(4060, 11, "Cannot open database \"missing\" requested by the login."));
        }
        if login.user == "nobody" {
            return Err(message(18456, 14, "Login failed for user 'nobody'."));
        }
        *self.open.lock().expect("no thread panics with it") += 1;
        let (unknown, open, emitted) = (Arc::clone(&self.unknown), Arc::clone(&self.open), Arc::clone(&self.emitted));
        Ok(Box::new(ScriptedSession { unknown, open, emitted, transaction: None, last: 0 }))
    }

    fn default_database(&self) -> String {
        "sandbox".into()
    }
}

struct ScriptedSession {
    unknown: Arc<Mutex<Vec<String>>>,
    emitted: Arc<AtomicUsize>,
    open: Arc<Mutex<usize>>,
    transaction: Option<u64>,
    last: u64,
}

impl Drop for ScriptedSession {
    fn drop(&mut self) {
        *self.open.lock().expect("no thread panics with it") -= 1;
    }
}

type Emit<'a> = &'a mut dyn FnMut(Event);

impl Session for ScriptedSession {
    fn run(&mut self, request: Request, cancelled: &Arc<AtomicBool>, emit: Emit<'_>) {
        match request {
            Request::Batch(sql) => self.batch(&sql, &[], cancelled, emit),
            Request::ExecuteSql { sql, parameters, .. } => self.batch(&sql, &parameters, cancelled, emit),
            Request::Procedure { name, parameters } => procedure(&name, &parameters, emit),
            Request::Begin(_) => self.begin(emit),
            Request::Commit => self.commit(emit),
            Request::Rollback(None) => self.roll_back(emit),
            Request::Rollback(Some(_)) | Request::Save(_) => emit(done(None)),
        }
    }
}

impl ScriptedSession {
    fn batch(&mut self, sql: &str, parameters: &[RpcParameter], cancelled: &Arc<AtomicBool>, emit: Emit<'_>) {
        for statement in sql.split(';').map(str::trim).filter(|statement| !statement.is_empty()) {
            if cancelled.load(Ordering::Relaxed) {
                return;
            }
            self.statement(statement, sql, parameters, cancelled, emit);
        }
    }

    fn statement(
        &mut self,
        text: &str,
        batch: &str,
        parameters: &[RpcParameter],
        cancelled: &Arc<AtomicBool>,
        emit: Emit<'_>,
    ) {
        let words: Vec<&str> = text.split_whitespace().collect();
        let number = |at: usize| words.get(at).and_then(|word| word.parse::<i64>().ok()).unwrap_or(0);
        match (words.first().copied().unwrap_or_default(), words.get(1).copied().unwrap_or_default()) {
            ("SELECT", "types") => select_types(emit),
            ("SELECT", "endless") => self.select_endless(cancelled, emit),
            ("SELECT", "rows") => select_rows(number(2), cancelled, emit),
            ("SELECT", "text") => {
                select_one(WireType::NVarChar(None), Value::Text("x".repeat(number(2) as usize)), emit)
            }
            ("SELECT", "length") => select_one(WireType::BigInt, Value::Int(batch.chars().count() as i64), emit),
            ("SELECT", "trancount") => select_one(WireType::Int, Value::Int(self.transaction.is_some().into()), emit),
            ("SELECT", name) if name.starts_with('@') && !name.starts_with("@@") => echo(&words[1..], parameters, emit),
            ("SET", name) if name.starts_with('@') => assign(name, parameters, emit),
            ("UPDATE", _) => emit(counted(Command::Update, number(1) as u64)),
            ("RAISE", _) => raise(&words, emit),
            ("PRINT", _) => emit(Event::Info(message(0, 0, text.trim_start_matches("PRINT ")))),
            ("BEGIN" | "COMMIT" | "ROLLBACK" | "IF" | "if", _) => self.transaction(text, emit),
            ("USE" | "use", name) => {
                emit(Event::Database(name.trim_matches(['[', ']']).to_owned()));
                emit(done(None));
            }
            ("EXEC", name) => procedure(name, &[], emit),
            ("WAITFOR", "cancel") => {
                wait(cancelled);
                if text.ends_with("and roll back") {
                    self.roll_back(emit);
                }
            }
            ("PANIC", _) => panic!("the script says so"),
            ("SET" | "set", _) => emit(done(None)),
            _ => self.unknown(text, emit),
        }
    }

    fn transaction(&mut self, text: &str, emit: Emit<'_>) {
        let text = text.to_ascii_uppercase();
        let ends_if_open = text.starts_with("IF @@TRANCOUNT > 0 ");
        match text.trim_start_matches("IF @@TRANCOUNT > 0 ") {
            _ if ends_if_open && self.transaction.is_none() => emit(done(None)),
            "BEGIN TRAN" | "BEGIN TRANSACTION" => self.begin(emit),
            "COMMIT" | "COMMIT TRAN" => self.commit(emit),
            "ROLLBACK" | "ROLLBACK TRAN" => self.roll_back(emit),
            _ => self.unknown(&text, emit),
        }
    }

    fn select_endless(&self, cancelled: &AtomicBool, emit: Emit<'_>) {
        emit(Event::Columns(vec![column("text", WireType::NVarChar(None))]));
        while !cancelled.load(Ordering::Relaxed) {
            emit(Event::Row(vec![Value::Text("x".repeat(1000))]));
            self.emitted.fetch_add(1, Ordering::SeqCst);
        }
    }

    fn begin(&mut self, emit: Emit<'_>) {
        self.last += 1;
        self.transaction = Some(self.last);
        emit(Event::Began(self.last));
        emit(done(None));
    }

    fn commit(&mut self, emit: Emit<'_>) {
        match self.transaction.take() {
            Some(descriptor) => emit(Event::Committed(descriptor)),
            None => emit(Event::Error(message(
                3902,
                16,
                "The COMMIT TRANSACTION request has no corresponding BEGIN TRANSACTION.",
            ))),
        }
        emit(done(None));
    }

    fn roll_back(&mut self, emit: Emit<'_>) {
        match self.transaction.take() {
            Some(descriptor) => emit(Event::RolledBack(descriptor)),
            None => emit(Event::Error(message(
                3903,
                16,
                "The ROLLBACK TRANSACTION request has no corresponding BEGIN TRANSACTION.",
            ))),
        }
        emit(done(None));
    }

    fn unknown(&mut self, text: &str, emit: Emit<'_>) {
        self.unknown.lock().expect("no thread panics with it").push(text.to_owned());
        if let Some(value) = start_up_answer(text) {
            return select_one(WireType::NVarChar(Some(4000)), Value::Text(value.to_owned()), emit);
        }
        emit(Event::Error(message(50_000, 16, &format!("not in the script: {text}"))));
    }
}

/// What clients ask at start-up.
fn start_up_answer(text: &str) -> Option<&'static str> {
    let text = text.to_ascii_lowercase();
    let answers = [
        ("@@version", "Microsoft SQL Azure (RTM) - 12.0.2000.8"),
        ("db_name()", "sandbox"),
        ("@@servername", "ragsql-sandbox"),
    ];
    answers.into_iter().find(|(question, _)| text.contains(question)).map(|(_, answer)| answer)
}

fn done(count: Option<u64>) -> Event {
    Event::Done { command: Command::Other, count, procedure: false }
}

fn counted(command: Command, count: u64) -> Event {
    Event::Done { command, count: Some(count), procedure: false }
}

fn message(number: i32, class: u8, text: &str) -> ServerMessage {
    ServerMessage { number, class, state: 1, message: text.into(), procedure: String::new(), line: 1 }
}

fn column(name: &str, wire_type: WireType) -> ResultColumn {
    ResultColumn { name: name.into(), wire_type, nullable: true }
}

fn select_one(wire_type: WireType, value: Value, emit: Emit<'_>) {
    emit(Event::Columns(vec![column("", wire_type)]));
    emit(Event::Row(vec![value]));
    emit(counted(Command::Select, 1));
}

fn select_rows(count: i64, cancelled: &AtomicBool, emit: Emit<'_>) {
    emit(Event::Columns(vec![column("n", WireType::Int), column("t", WireType::NVarChar(Some(100)))]));
    for number in 0..count {
        if cancelled.load(Ordering::Relaxed) {
            return;
        }
        emit(Event::Row(vec![Value::Int(number), Value::Text(format!("row {number}"))]));
    }
    emit(counted(Command::Select, count as u64));
}

fn raise(words: &[&str], emit: Emit<'_>) {
    let number = |at: usize| words.get(at).and_then(|word| word.parse::<i64>().ok()).unwrap_or(0);
    let procedure = words.get(4).copied().unwrap_or_default().to_owned();
    let text = format!("This is error {}.", number(1));
    let (number, class, line) = (number(1) as i32, number(2) as u8, number(3) as u32);
    emit(Event::Error(ServerMessage { number, class, state: 3, message: text, procedure, line }));
}

fn wait(cancelled: &AtomicBool) {
    while !cancelled.load(Ordering::Relaxed) {
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn echo(names: &[&str], parameters: &[RpcParameter], emit: Emit<'_>) {
    let names = names.iter().map(|name| name.trim_matches(',')).filter(|name| !name.is_empty());
    let found: Vec<&RpcParameter> = names
        .filter_map(|name| parameters.iter().find(|parameter| parameter.name.eq_ignore_ascii_case(name)))
        .collect();
    let found = if found.is_empty() { parameters.iter().collect() } else { found };
    emit(Event::Columns(found.iter().map(|parameter| column(&parameter.name, shown(parameter.wire_type))).collect()));
    emit(Event::Row(found.iter().map(|parameter| parameter.value.clone()).collect()));
    emit(counted(Command::Select, 1));
}

/// A text parameter may be declared as short as its value; a column that shows it is wide.
fn shown(wire_type: WireType) -> WireType {
    match wire_type {
        WireType::NVarChar(Some(_)) | WireType::NChar(_) => WireType::NVarChar(Some(4000)),
        WireType::VarChar(Some(_)) | WireType::Char(_) => WireType::VarChar(Some(8000)),
        other => other,
    }
}

fn assign(name: &str, parameters: &[RpcParameter], emit: Emit<'_>) {
    let Some(parameter) = parameters.iter().find(|parameter| parameter.name.eq_ignore_ascii_case(name)) else {
        return emit(Event::Error(message(137, 15, &format!("Must declare the scalar variable \"{name}\"."))));
    };
    let value = match parameter.wire_type {
        WireType::NVarChar(_) | WireType::VarChar(_) => Value::Text("out".into()),
        _ => Value::Int(42),
    };
    emit(Event::ReturnValue { name: name.into(), wire_type: parameter.wire_type, value });
}

fn procedure(name: &str, parameters: &[RpcParameter], emit: Emit<'_>) {
    if !name.starts_with("quiet") {
        emit(Event::Columns(vec![column("procedure", WireType::NVarChar(Some(128)))]));
        emit(Event::Row(vec![Value::Text(name.into())]));
        emit(Event::Done { command: Command::Select, count: Some(1), procedure: true });
    }
    emit(Event::ReturnStatus(7));
    for parameter in parameters.iter().filter(|parameter| parameter.output) {
        assign(&parameter.name, parameters, emit);
    }
}

/// Days from 0001-01-01 to 2026-11-30.
const DAY: i32 = 739_949;
/// 13:14:15.1234567.
const TIME: u64 = 47_655_123_456_700;

/// A type under a name, with a value of it.
type Sample = (&'static str, WireType, Value);

/// A column of each type, with a value.
pub fn every_type() -> Vec<Sample> {
    [numbers(), strings(), moments(), others()].concat()
}

fn text(text: &str) -> Value {
    Value::Text(text.to_owned())
}

fn numbers() -> Vec<Sample> {
    let decimal = |units, scale| Value::Decimal { units, scale };
    let big = decimal(-123_456_789_012_345_678_901_234, 4);
    vec![
        ("bit", WireType::Bit, Value::Int(1)),
        ("tinyint", WireType::TinyInt, Value::Int(255)),
        ("smallint", WireType::SmallInt, Value::Int(-32768)),
        ("int", WireType::Int, Value::Int(i64::from(i32::MIN))),
        ("bigint", WireType::BigInt, Value::Int(i64::MAX)),
        ("real", WireType::Real, Value::Float(1.5)),
        ("float", WireType::Float, Value::Float(-2.25e300)),
        ("decimal", WireType::Decimal { precision: 38, scale: 4 }, big),
        ("small_decimal", WireType::Decimal { precision: 5, scale: 2 }, decimal(99_999, 2)),
        ("money", WireType::Money, decimal(-12_345_678_901, 4)),
        ("smallmoney", WireType::SmallMoney, decimal(12_345, 4)),
    ]
}

fn strings() -> Vec<Sample> {
    vec![
        ("nvarchar", WireType::NVarChar(Some(50)), text("žluť 😀")),
        ("nvarchar_max", WireType::NVarChar(None), text(&"ž".repeat(5000))),
        ("nchar", WireType::NChar(4), text("ab  ")),
        ("varchar", WireType::VarChar(Some(50)), text("café €")),
        ("varchar_max", WireType::VarChar(None), text(&"v".repeat(9000))),
        ("char", WireType::Char(3), text("abc")),
        ("varbinary", WireType::VarBinary(Some(8)), Value::Bytes(vec![0, 1, 255])),
        ("varbinary_max", WireType::VarBinary(None), Value::Bytes(vec![7; 9000])),
        ("binary", WireType::Binary(2), Value::Bytes(vec![1, 2])),
    ]
}

fn moments() -> Vec<Sample> {
    vec![
        ("date", WireType::Date, Value::Date(DAY)),
        ("time", WireType::Time(7), Value::Time(TIME)),
        ("datetime2", WireType::DateTime2(7), Value::DateTime(DAY, TIME)),
        ("datetime2_0", WireType::DateTime2(0), Value::DateTime(DAY, 47_655_000_000_000)),
        ("datetime", WireType::DateTime, Value::DateTime(DAY, 47_655_123_000_000)),
        ("smalldatetime", WireType::SmallDateTime, Value::DateTime(DAY, 47_640_000_000_000)),
        ("datetimeoffset", WireType::DateTimeOffset(7), Value::DateTimeOffset(DAY, TIME, 120)),
    ]
}

fn others() -> Vec<Sample> {
    let guid = Value::Guid(*b"\x01\x23\x45\x67\x89\xAB\xCD\xEF\x01\x23\x45\x67\x89\xAB\xCD\xEF");
    vec![
        ("uniqueidentifier", WireType::UniqueIdentifier, guid),
        ("variant_int", WireType::Variant, Value::Int(12)),
        ("variant_text", WireType::Variant, text("a variant")),
        ("xml", WireType::Xml, text("<a>ž</a>")),
        ("vector", WireType::Vector(3), text("[1.0,2.0,3.0]")),
    ]
}

fn select_types(emit: Emit<'_>) {
    let types = every_type();
    emit(Event::Columns(types.iter().map(|(name, wire_type, _)| column(name, *wire_type)).collect()));
    emit(Event::Row(types.iter().map(|(_, _, value)| value.clone()).collect()));
    emit(Event::Row(vec![Value::Null; types.len()]));
    emit(counted(Command::Select, 2));
}
