#!/usr/bin/env bash
# How long the linter takes from process start: one file, and histories of 100, 1,000 and 10,000
# migrations of 80 lines. Run by hand on an idle machine after `cargo build --release`.
#
#   benches/lint.sh [BINARY]        default: target/release/ragsql
#
# Uses hyperfine where it is installed; otherwise the least of RUNS (default 10) runs is printed.
set -euo pipefail
cd "$(dirname "$0")/.."
binary=$(realpath "${1:-target/release/ragsql}")
runs=${RUNS:-10}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Writes migration number $1: two tables, indexes, a guarded column, a procedure and a little data.
migration() {
    local n=$1 earlier=$(($1 / 2 + 1)) part column
    printf -- '-- Step %s of the history.\nSET NOCOUNT ON;\nGO\n' "$n"
    for part in a b; do
        printf 'CREATE TABLE dbo.%s_%s\n(\n    id          int           NOT NULL CONSTRAINT pk_%s_%s PRIMARY KEY CLUSTERED,\n' $part "$n" $part "$n"
        for column in 0 1 2 3 4 5 6 7; do printf '    field_%s     nvarchar(200) NULL,\n' $column; done
        printf '    customer_id int           NOT NULL,\n    created_at  datetime2(3)  NOT NULL CONSTRAINT df_%s_%s DEFAULT (SYSUTCDATETIME()),\n' $part "$n"
        printf '    CONSTRAINT uq_%s_%s UNIQUE (customer_id, id)\n);\nGO\n' $part "$n"
        printf 'CREATE INDEX ix_%s_%s_customer ON dbo.%s_%s (customer_id) INCLUDE (field_0)\n    WITH (ONLINE = ON);\nGO\n' $part "$n" $part "$n"
    done
    cat <<SQL
IF COL_LENGTH(N'dbo.a_$earlier', N'added_$n') IS NULL
BEGIN
    ALTER TABLE dbo.a_$earlier ADD added_$n int NULL;
END
GO
CREATE OR ALTER PROCEDURE dbo.read_$n
    @customer int,
    @count    int OUTPUT
AS
BEGIN
    SET NOCOUNT ON;
    SELECT a.id, a.field_1, a.field_2, b.created_at
    FROM dbo.a_$n AS a
    JOIN dbo.b_$n AS b
        ON b.id = a.id
    WHERE a.customer_id = @customer
        AND b.field_3 IS NOT NULL
    ORDER BY a.id;
    SET @count = @@ROWCOUNT;
END
GO
INSERT INTO dbo.a_$n (id, customer_id, field_0)
VALUES (1, 1, N'first'),
       (2, 1, N'second'),
       (3, 2, N'third');
UPDATE dbo.a_$n
SET field_1 = N'known'
WHERE customer_id = 1
    AND id > 1;
GO
CREATE OR ALTER VIEW dbo.known_$n
AS
SELECT a.id, a.field_0, a.field_1
FROM dbo.a_$n AS a
WHERE a.field_1 = N'known';
GO
SQL
}

# Makes a project of $1 migrations and prints its folder.
project() {
    local folder=$work/$1 at
    mkdir -p "$folder/migrations" "$folder/post-load"
    for at in $(seq "$1"); do migration "$at" >"$folder/migrations/V${at}__step_$at.sql"; done
    echo "$folder"
}

# Fails unless the command judged what it was given: findings are fine, being turned away is not.
judged() {
    local code=0
    "$@" >"$work/report" 2>&1 || code=$?
    ((code < 2)) || { cat "$work/report"; echo "exit code $code: nothing was measured" >&2; exit 1; }
    tail -1 "$work/report"
}

# The least wall-clock time of the runs, in milliseconds, and the memory of the last, in MB.
least() {
    local best=999999999 wall begin
    for _ in $(seq "$runs"); do
        begin=${EPOCHREALTIME/[.,]/}
        "$@" >/dev/null 2>&1 || true
        wall=$((${EPOCHREALTIME/[.,]/} - begin))
        ((wall < best)) && best=$wall
    done
    /usr/bin/time -o "$work/memory" -f '%M' "$@" >/dev/null 2>&1 || true
    awk -v wall="$best" -v memory="$(tail -1 "$work/memory")" 'BEGIN { printf "%.1f ms, %.0f MB\n", wall / 1000, memory / 1024 }'
}

measure() {
    local name=$1
    shift
    judged "$@"
    if command -v hyperfine >/dev/null; then
        hyperfine --ignore-failure --shell=none --warmup 2 --runs "$runs" --command-name "$name" -- "$*"
    else
        echo "$name: $(least "$@")"
    fi
}

single=$(project 1)
measure "one file" "$binary" lint "$single/migrations/V1__step_1.sql"
for count in 100 1000 10000; do
    folder=$(project "$count")
    lines=$(cat "$folder"/migrations/*.sql | wc -l)
    measure "$count files, $lines lines" "$binary" lint --dir "$folder"
done
