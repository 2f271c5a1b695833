import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import promptBudget from './prompt-budget.ts'
import sqlRun from './sql-run.ts'
import vectorSearch from './vector-search.ts'

const refused = { code: 'bad_input' }

describe('sql-run', () => {
  const rowsOf = async (sql: string, tables: object = {}) =>
    (await runExample(sqlRun, { tables, sql }))['rows']

  test.each([
    [
      'select 9007199254740993 as n, 1.5 as r, null as o',
      [{ n: '9007199254740993', r: 1.5, o: null }],
    ],
    ["select x'00ff' as b", [{ b: 'AP8=' }]],
    ['select 1 as a, 2 as a', [{ a: 1, a_2: 2 }]],
    ['create table u(x); insert into u values (1),(2); select sum(x) s from u', [{ s: 3 }]],
    ['select 1e999 as i', [{ i: 'Infinity' }]],
  ])('%s', async (sql, rows) => {
    expect(await rowsOf(sql)).toEqual(rows)
  })

  test('tables of both kinds and unusual names are read', async () => {
    const tables = {
      'odd "name"': 'id;007\n1;007\n2;',
      rows: [
        { id: 1, ok: true, tags: ['a', 'b'] },
        { id: 2, 'a b': 'x' },
      ],
    }
    const sql = `select o.id, "007" as code, ok, json_extract(tags, '$[1]') as tag, "a b" as ab
      from "odd ""name""" o join rows using (id) order by 1`
    expect(await rowsOf(sql, tables)).toEqual([
      { id: 1, code: '007', ok: 1, tag: 'b', ab: null },
      { id: 2, code: null, ok: null, tag: null, ab: 'x' },
    ])
  })

  test('long results are cut off', async () => {
    const sql = 'with recursive n(i) as (select 1 union all select i + 1 from n) select i from n'
    const answer = await runExample(sqlRun, { tables: {}, sql, limit: 3 })
    expect(answer).toMatchObject({ rows: [{ i: 1 }, { i: 2 }, { i: 3 }], truncated: true })
  })

  test.each([
    'select',
    'select * from nothing',
    '',
    ';',
    "attach '/etc/passwd' as p; select * from p.sqlite_master",
    "select load_extension('x')",
    "select readfile('/etc/passwd')",
    "select writefile('/tmp/x', 'y')",
    "select * from fsdir('/')",
    'select zeroblob(1000000000)',
    "select printf('%.*c', 100000000, 'x')",
    'select group_concat(hex(randomblob(1000))) from (with recursive n(i) as (select 1 union all select i+1 from n limit 100000) select i from n)',
    'pragma hard_heap_limit = 0; select zeroblob(1000000000)',
    "select edit('x')",
  ])('refuses %s', async (sql) => {
    await expect(rowsOf(sql)).rejects.toMatchObject(refused)
    expect(await rowsOf('select 1 as one')).toEqual([{ one: 1 }])
  })

  test.each([
    [{ t: 5 }],
    [{ t: [1] }],
    [{ sqlite_master: [{ a: 1 }] }],
    [{ t: [{ a: 1, A: 2 }] }],
    [{ t: [{}] }],
    [{ '': [{ a: 1 }] }],
    [{ t: [{ a: 1 }], T: [{ a: 1 }] }],
    [Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`t${at}`, [{ a: 1 }]]))],
  ])('refuses the tables %j', async (tables) => {
    await expect(rowsOf('select 1', tables)).rejects.toThrow(/^tables: /)
  })
})

describe('vector-search', () => {
  test('diversity prefers a result that differs from the first', async () => {
    const vectors = [
      [1, 0.1],
      [1, 0.11],
      [0.8, -0.6],
    ]
    const asked = { query: [1, 0], vectors, k: 2 }
    const places = async (more: object) =>
      (
        (await runExample(vectorSearch, { ...asked, ...more }))['results'] as { index: number }[]
      ).map(({ index }) => index)
    expect(await places({})).toEqual([0, 1])
    expect(await places({ mmrLambda: 1 })).toEqual([0, 1])
    expect(await places({ mmrLambda: 0.3 })).toEqual([0, 2])
  })

  test.each([
    [{ query: [1], vectors: [[1, 2]] }],
    [{ query: [0, 0], vectors: [[1, 2]] }],
    [{ query: [1, 0], vectors: [[0, 0]] }],
    [{ query: [], vectors: [[1]] }],
    [{ query: [1], vectors: [] }],
    [{ query: [1], vectors: [['x']] }],
  ])('%j is refused', async (input) => {
    await expect(runExample(vectorSearch, input)).rejects.toMatchObject(refused)
  })
})

describe('prompt-budget', () => {
  const turn = (role: string, content: string, more: object = {}) => ({ role, content, ...more })
  const history = [
    turn('system', 'You are brief.'),
    turn('user', 'first question of a long conversation'),
    turn('assistant', '', { tool_calls: [{ id: 'c1', function: { name: 'f', arguments: '{}' } }] }),
    turn('tool', 'an answer of the tool', { tool_call_id: 'c1' }),
    turn('assistant', 'so the answer is this'),
    turn('user', 'the newest question'),
  ]
  const rolesOf = async (more: object) => {
    const answer = await runExample(promptBudget, { messages: history, ...more })
    return (answer['messages'] as { role: string }[]).map(({ role }) => role)
  }

  test('all messages fit, or the oldest are dropped first', async () => {
    expect(await rolesOf({ maxTokens: 1_000 })).toHaveLength(6)
    expect(await rolesOf({ maxTokens: 32 })).toEqual(['system', 'assistant', 'user'])
    expect(await rolesOf({ maxTokens: 32, keep: 'edges' })).toEqual(['system', 'user', 'user'])
  })

  test('an answer of a tool stays together with its call', async () => {
    for (let maxTokens = 20; maxTokens < 100; maxTokens += 1) {
      const roles = await rolesOf({ maxTokens, keep: 'recent' })
      const tool = roles.indexOf('tool')
      if (tool >= 0) expect(roles[tool - 1]).toBe('assistant')
    }
  })

  test('the message names the smallest budget', async () => {
    await expect(rolesOf({ maxTokens: 5 })).rejects.toThrow(/^maxTokens: must be at least \d+/)
  })
})
