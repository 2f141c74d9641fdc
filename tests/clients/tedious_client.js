// tedious: without TLS, with TLS, and with TLS from the first byte (TDS 8.0).
'use strict';
const assert = require('node:assert');
const fs = require('node:fs');
const [port, certificate, modules] = process.argv.slice(2);
const { Connection, Request, TYPES } = require(`${modules}/tedious`);

const VALUES = {
  bit: true, tinyint: 255, smallint: -32768, int: -(2 ** 31), bigint: '9223372036854775807', real: 1.5, float: -2.25e300,
  decimal: -12345678901234567890.1234, small_decimal: 999.99, money: -1234567.8901, smallmoney: 1.2345,
  nvarchar: 'žluť 😀', nvarchar_max: 'ž'.repeat(5000), nchar: 'ab  ', varchar: 'café €', varchar_max: 'v'.repeat(9000), char: 'abc',
  varbinary: Buffer.from([0, 1, 255]), varbinary_max: Buffer.alloc(9000, 7), binary: Buffer.from([1, 2]),
  date: new Date('2026-11-30T00:00:00Z'), time: new Date('1970-01-01T13:14:15.123Z'),
  datetime2: new Date('2026-11-30T13:14:15.123Z'), datetime2_0: new Date('2026-11-30T13:14:15Z'),
  datetime: new Date('2026-11-30T13:14:15.123Z'), smalldatetime: new Date('2026-11-30T13:14:00Z'),
  datetimeoffset: new Date('2026-11-30T13:14:15.123Z'),
  uniqueidentifier: '01234567-89AB-CDEF-0123-456789ABCDEF',
  variant_int: 12, variant_text: 'a variant', xml: '<a>ž</a>', vector: '[1.0,2.0,3.0]',
};

function connect(options) {
  const connection = new Connection({
    server: 'localhost',
    authentication: { type: 'default', options: { userName: 'sa', password: 'not-a-secret' } },
    options: { port: Number(port), database: 'sandbox', ...options },
  });
  return new Promise((resolve, reject) => {
    connection.connect((error) => (error ? reject(error) : resolve(connection)));
  });
}

// Runs a request: its rows, its count, its output parameters, its messages.
function run(connection, method, sql, parameters = []) {
  const outcome = { rows: [], outputs: {}, messages: [] };
  const note = (info) => outcome.messages.push(info.message);
  connection.on('infoMessage', note);
  return new Promise((resolve, reject) => {
    const request = new Request(sql, (error, count) => {
      connection.removeListener('infoMessage', note);
      if (error) reject(error);
      else resolve({ ...outcome, count });
    });
    for (const [name, type, value, output] of parameters) {
      if (output) request.addOutputParameter(name, type, value);
      else request.addParameter(name, type, value);
    }
    request.on('row', (columns) => outcome.rows.push(Object.fromEntries(columns.map((c) => [c.metadata.colName, c.value]))));
    request.on('returnValue', (name, value) => { outcome.outputs[name] = value; });
    connection[method](request);
  });
}

const promised = (connection, method, ...rest) => new Promise((resolve, reject) => {
  connection[method]((error) => (error ? reject(error) : resolve()), ...rest);
});

async function checkResults(connection) {
  const { rows, count } = await run(connection, 'execSqlBatch', 'SELECT rows 3');
  assert.deepStrictEqual([rows.map((row) => row.t), count], [['row 0', 'row 1', 'row 2'], 3]);
  assert.strictEqual((await run(connection, 'execSqlBatch', 'UPDATE 5')).count, 5);
  assert.deepStrictEqual((await run(connection, 'execSqlBatch', 'PRINT hello')).messages, ['hello']);
  assert.strictEqual((await run(connection, 'execSqlBatch', 'SELECT rows 20000')).rows.length, 20000);
  assert.strictEqual((await run(connection, 'execSqlBatch', 'SELECT text 100000')).rows[0][''].length, 100000);
}

async function checkTypes(connection) {
  const { rows: [values, nulls] } = await run(connection, 'execSqlBatch', 'SELECT types');
  for (const row of [values, nulls]) assert.deepStrictEqual(Object.keys(row), Object.keys(VALUES));
  for (const [name, want] of Object.entries(VALUES)) {
    assert.strictEqual(nulls[name], null, name);
    // tedious reads a decimal as a float, in steps that each round.
    if (name === 'decimal') { assert.ok(Math.abs(values[name] / want - 1) < 1e-15); continue; }
    // Dates carry a nanosecondsDelta of tedious' own; the moment is what counts.
    const got = values[name] instanceof Date ? new Date(values[name].getTime()) : values[name];
    assert.deepStrictEqual(got, want, name);
  }
}

async function checkParameters(connection) {
  const parameters = [
    ['a', TYPES.Int, 5], ['b', TYPES.NVarChar, 'ž'.repeat(5000)], ['c', TYPES.VarBinary, Buffer.alloc(9000, 1)], ['d', TYPES.Bit, true],
    ['e', TYPES.DateTime2, new Date('2026-11-30T13:14:15.123Z')], ['f', TYPES.Decimal, 1.25, false], ['g', TYPES.VarChar, 'café €'],
    ['h', TYPES.UniqueIdentifier, VALUES.uniqueidentifier], ['i', TYPES.BigInt, '9223372036854775807'], ['j', TYPES.Int, null],
  ];
  const { rows: [row] } = await run(connection, 'execSql', 'SELECT @a, @b, @c, @d, @e, @f, @g, @h, @i, @j', parameters);
  for (const [name, , want] of parameters) {
    const got = row[`@${name}`] instanceof Date ? new Date(row[`@${name}`].getTime()) : row[`@${name}`];
    // tedious sends a decimal without a scale as a whole number.
    assert.deepStrictEqual(got, name === 'f' ? 1 : want, name);
  }
  const { outputs } = await run(connection, 'execSql', 'SET @out = 1', [['out', TYPES.Int, 0, true]]);
  assert.deepStrictEqual(outputs, { out: 42 });
  const procedure = await run(connection, 'callProcedure', 'some_procedure', [['out', TYPES.Int, 0, true]]);
  assert.deepStrictEqual([procedure.rows, procedure.outputs], [[{ procedure: 'some_procedure' }], { out: 42 }]);
}

// Prepares, runs twice, unprepares: tedious calls back after each run and after the end.
async function checkPrepared(connection) {
  const counts = [];
  await new Promise((resolve, reject) => {
    const request = new Request('UPDATE 4', (error, count) => {
      if (error) return reject(error);
      counts.push(count);
      if (counts.length === 1) return connection.execute(request, { a: 2 });
      if (counts.length === 2) return connection.unprepare(request);
      return resolve();
    });
    request.addParameter('a', TYPES.Int);
    request.on('prepared', () => connection.execute(request, { a: 1 }));
    connection.prepare(request);
  });
  assert.deepStrictEqual(counts.slice(0, 2), [4, 4]);
}

async function checkErrors(connection) {
  await assert.rejects(run(connection, 'execSqlBatch', 'UPDATE 1; RAISE 547 16 12 p'), (error) => {
    assert.deepStrictEqual([error.number, error.class, error.state, error.lineNumber, error.procName, error.serverName, error.message],
      [547, 16, 3, 12, 'p', 'ragsql-sandbox', 'This is error 547.']);
    return true;
  });
}

async function checkTransactions(connection) {
  const open = async () => (await run(connection, 'execSqlBatch', 'SELECT trancount')).rows[0][''];
  for (const end of ['commitTransaction', 'rollbackTransaction']) {
    await promised(connection, 'beginTransaction', '', 4);
    assert.strictEqual(await open(), 1);
    await promised(connection, 'saveTransaction', 'point');
    await promised(connection, end);
    assert.strictEqual(await open(), 0);
  }
}

async function checkCancel(connection) {
  const waiting = run(connection, 'execSqlBatch', 'UPDATE 1; WAITFOR cancel');
  setTimeout(() => connection.cancel(), 20);
  await assert.rejects(waiting, { code: 'ECANCEL' });
  await promised(connection, 'reset');
  assert.strictEqual((await run(connection, 'execSqlBatch', 'UPDATE 5')).count, 5);
}

async function main() {
  const levels = [
    { encrypt: false }, { encrypt: true, trustServerCertificate: true },
    { encrypt: 'strict', trustServerCertificate: false, cryptoCredentialsDetails: { ca: fs.readFileSync(certificate) } },
  ];
  for (const level of levels) {
    const connection = await connect(level);
    for (const check of [checkResults, checkTypes, checkParameters, checkPrepared, checkErrors, checkTransactions, checkCancel]) {
      await check(connection);
    }
    connection.close();
  }
  await assert.rejects(connect({ encrypt: false, database: 'missing' }), /4060|missing/);
}

main().catch((error) => { console.error(error); process.exit(1); });
