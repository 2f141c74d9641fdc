//! What is going on: sessions, transactions, locks.

use rusqlite::types::Value;

use super::database::DATABASE_ID;
use super::{Facts, NULL, Row, View, row};
use crate::sandbox::locks::{Owner, Resource};

pub(super) fn views() -> Vec<View> {
    vec![
        View::sys(
            "dm_exec_sessions",
            "session_id smallint, login_time datetime, host_name sysname, program_name sysname, client_interface_name sysname, login_name sysname, status nvarchar(60), database_id smallint, is_user_process bit, original_login_name sysname, transaction_isolation_level smallint, open_transaction_count int",
            sessions,
        ),
        View::sys(
            "dm_exec_connections",
            "session_id int, connect_time datetime, net_transport nvarchar(60), protocol_type nvarchar(60), encrypt_option nvarchar(60), auth_scheme nvarchar(60), client_net_address sysname",
            connections,
        ),
        View::sys(
            "dm_exec_requests",
            "session_id smallint, request_id int, start_time datetime, status nvarchar(60), command nvarchar(60), database_id smallint, blocking_session_id smallint, wait_type nvarchar(60), wait_time int",
            requests,
        ),
        View::sys(
            "dm_tran_locks",
            "resource_type nvarchar(60), resource_subtype nvarchar(60), resource_database_id int, resource_description nvarchar(4000), resource_associated_entity_id bigint, request_mode nvarchar(60), request_type nvarchar(60), request_status nvarchar(60), request_session_id int, request_owner_type nvarchar(60)",
            locks,
        ),
    ]
}

fn sessions(facts: &Facts<'_>) -> Vec<Row> {
    let of = |(id, session): (&u16, &super::LiveSession)| {
        let status = if *id == facts.session { "running" } else { "sleeping" };
        row![
            i32::from(*id),
            Value::Integer(session.since),
            session.host.as_str(),
            session.application.as_str(),
            "TDS",
            session.user.as_str(),
            status,
            DATABASE_ID,
            true,
            session.user.as_str(),
            2,
            NULL,
        ]
    };
    facts.sessions.iter().map(of).collect()
}

fn connections(facts: &Facts<'_>) -> Vec<Row> {
    let of = |(id, session): (&u16, &super::LiveSession)| {
        row![i32::from(*id), Value::Integer(session.since), "TCP", "TSQL", NULL, "SQL", "127.0.0.1"]
    };
    facts.sessions.iter().map(of).collect()
}

fn requests(facts: &Facts<'_>) -> Vec<Row> {
    let blocked = facts.locks.iter().filter(|lock| !lock.granted).map(|lock| {
        let blocker = facts.locks.iter().find(|held| held.granted && held.resource == lock.resource);
        let blocker = blocker.map_or(0, |held| i32::from(held.session));
        row![i32::from(lock.session), 0, NULL, "suspended", NULL, DATABASE_ID, blocker, "LCK_M_X", NULL]
    });
    let running = row![i32::from(facts.session), 0, NULL, "running", "SELECT", DATABASE_ID, 0, NULL, 0];
    std::iter::once(running).chain(blocked).collect()
}

fn locks(facts: &Facts<'_>) -> Vec<Row> {
    let of = |lock: &crate::sandbox::locks::Entry| {
        let (class, description) = match &lock.resource {
            Resource::Write => ("DATABASE", "the write lock of the ragsql sandbox".to_owned()),
            Resource::Application(name) => {
                let shown: String = name.chars().take(32).collect();
                ("APPLICATION", format!("0:[{shown}]:(sandbox)"))
            }
        };
        let owner = if lock.owner == Owner::Session { "SESSION" } else { "TRANSACTION" };
        row![
            class,
            "",
            DATABASE_ID,
            description,
            0,
            lock.mode.short_name(),
            "LOCK",
            if lock.granted { "GRANT" } else { "WAIT" },
            i32::from(lock.session),
            owner,
        ]
    };
    facts.locks.iter().map(of).collect()
}
