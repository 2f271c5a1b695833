import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import jq from '../../src/goods/tools/conversion/json/jq.ts'
import jsonCanonical from '../../src/goods/tools/conversion/json/json-canonical.ts'
import jsonDiff from '../../src/goods/tools/conversion/json/json-diff.ts'
import jsonFlatten from '../../src/goods/tools/conversion/json/json-flatten.ts'
import jsonFormat from '../../src/goods/tools/conversion/json/json-format.ts'
import jsonPatch from '../../src/goods/tools/conversion/json/json-patch.ts'
import jsonQuery from '../../src/goods/tools/conversion/json/json-query.ts'
import { answer, asked, comparison, has, python, write } from './_compare.ts'

const SEED = 14
const key = fc.constantFrom('a', 'b', 'c', 'd e', 'é', '0')
const leaf = fc.oneof(
  fc.integer({ min: -1000, max: 1000 }),
  fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 }),
  fc.string({ maxLength: 6 }),
  fc.boolean(),
  fc.constant(null),
)
const value = fc.letrec((tie) => ({
  any: fc.oneof({ depthSize: 'small' }, leaf, tie('list'), tie('object')),
  list: fc.array(tie('any'), { maxLength: 4 }),
  object: fc.dictionary(key, tie('any'), { maxKeys: 4 }),
})).any
const samples = <T>(arbitrary: fc.Arbitrary<T>, count: number): readonly T[] =>
  fc.sample(arbitrary, { seed: SEED, numRuns: count })
const row = fc.record({
  a: fc.integer({ min: 0, max: 9 }),
  b: fc.oneof(fc.string({ maxLength: 4 }), fc.constant(null)),
  c: fc.array(fc.integer({ min: -5, max: 5 }), { maxLength: 4 }),
})
const rows = fc.array(row, { maxLength: 6 })

const FILTERS = [
  '.',
  '.[]|.a',
  'map(select(.a > 4))',
  'group_by(.a)|map({a:.[0].a,n:length})',
  'sort_by(.b)',
  'map(.c|add)',
  '[.[].c[]]|unique',
  'map({(.a|tostring): .b})|add',
  '.[0]?',
  'map(.b // "none")',
  '[paths]',
  'map(.c|sort|first?)',
  'reduce .[] as $r (0; . + $r.a)',
  'map(.b|length)',
  'to_entries|map(.key)',
  'map(del(.c))',
  '[limit(2; .[])]',
  'map(has("a"))',
  'map(.c|map(. * 2)|max)',
  '[.[]|.b|strings|ascii_downcase]',
  'map(.c|index(1))',
  '.[1:3]',
  'map(@json)',
  'any(.[]; .a == 3)',
  '[.[]|if .a % 2 == 0 then "even" else "odd" end]',
  'map(.b|tojson|fromjson)',
  '[splits("a")]?',
  'error("x")',
  '.[0].nothing.there',
  'walk(if type == "number" then . + 1 else . end)',
]

async function compareJq(): Promise<void> {
  const { same, close } = comparison('jq with jq 1.6')
  for (const data of samples(rows, 20)) {
    for (const filter of FILTERS) {
      const theirs = asked('jq', ['-c', `[${filter}]`], JSON.stringify(data))
      const ours = await answer(jq, { data, filter })
      const theirValue = theirs.ok ? JSON.parse(theirs.text) : 'refused'
      same({ filter, data }, 'refused' in ours ? 'refused' : ours['results'], theirValue)
    }
  }
  close()
}

const EXPRESSIONS = [
  '[].a',
  '[?a > `4`].b',
  'length(@)',
  'sort_by(@, &a)[].a',
  'max_by(@, &a).a',
  '[].c[]',
  '[].c[0]',
  '[-1]',
  '[::2].a',
  '[*].{x: a, y: b}',
  '[?b].a',
  '[?!b].a',
  "[?b == 'x' || a == `1`].a",
  'sum([].a)',
  'avg([].a)',
  "join(',', [?b].b)",
  '[].c | [0]',
  'contains([].a, `3`)',
  'keys([0])',
  'not_null([0].z, [0].a)',
  'map(&a, @)',
  'reverse([].a)',
  'to_string([0])',
  'type([0].b)',
  '[0].*',
  '[].c | [] | [?@ > `0`]',
  'nothing.at.all',
  '[].[a, b]',
  'min([].a)',
  'starts_with(to_string([0].a), `"1"`)',
]

async function compareJmespath(): Promise<void> {
  const { same, close } = comparison('json-query (jmespath) with Python jmespath')
  const cases = samples(rows, 20).flatMap((data) => EXPRESSIONS.map((path) => ({ data, path })))
  const theirs = python(
    `import jmespath
out=[]
for c in data:
    try: out.append({'v': jmespath.search(c['path'], c['data'])})
    except Exception: out.append('refused')
print(json.dumps(out))`,
    cases,
  ) as readonly ({ v: unknown } | 'refused')[]
  for (const [at, one] of cases.entries()) {
    const ours = await answer(jsonQuery, { ...one, language: 'jmespath', limit: 10_000 })
    same(one, 'refused' in ours ? 'refused' : { v: ours['results'] }, theirs[at])
  }
  close()
}

async function comparePatches(): Promise<void> {
  const { same, close } = comparison('json-diff and json-patch with Python jsonpatch')
  const pairs = samples(fc.tuple(value, value), 600)
  const made = await Promise.all(pairs.map(([a, b]) => answer(jsonDiff, { a, b })))
  const theirs = python(
    `import jsonpatch
print(json.dumps([jsonpatch.apply_patch(d, p) for d, p in data]))`,
    pairs.map(([a], at) => [a, made[at]?.['patch']]),
  ) as readonly unknown[]
  for (const [at, [a, b]] of pairs.entries()) {
    const patch = made[at]?.['patch']
    same({ a, b, patch }, theirs[at], JSON.parse(JSON.stringify(b)))
    same({ a, b, patch }, (await answer(jsonPatch, { data: a, patch }))['data'], theirs[at])
  }
  close()
}

async function compareText(): Promise<void> {
  const { same, close } = comparison('json-format, json-canonical and json-flatten with Python')
  const texts = samples(value, 300).flatMap((one) => {
    const text = JSON.stringify(one)
    return [text, text.replace(/[,:]/, ''), `${text},`, text.slice(0, -1), text.replace('"', "'")]
  })
  const theirs = python(
    `out=[]
def refuse(x): raise ValueError(x)
for t in data:
    try:
        v=json.loads(t, parse_constant=refuse)
        out.append([True, json.dumps(v, indent=3, ensure_ascii=False, sort_keys=True)])
    except ValueError: out.append([False])
print(json.dumps(out))`,
    texts,
  ) as readonly (readonly [boolean, string?])[]
  for (const [at, json] of texts.entries()) {
    const { valid, json: out } = await answer(jsonFormat, { json, indent: 3, sortKeys: true })
    const [isValid, text] = theirs[at] ?? [false]
    same(json, valid, isValid)
    // Python writes numbers anew; the tool keeps them as they were.
    if (valid && text !== undefined) same(json, JSON.parse(String(out)), JSON.parse(text))
    if (valid && text !== undefined && !/\d\.\d|e[+-]?\d|-0|\\u/.test(json)) same(json, out, text)
  }
  for (const data of samples(value, 300)) {
    const { canonical } = await answer(jsonCanonical, { data })
    same(data, JSON.parse(String(canonical)), JSON.parse(JSON.stringify(data)))
    const flat = await answer(jsonFlatten, { data })
    if ('refused' in flat || Object.keys(data as object).length === 0) continue
    const back = await answer(jsonFlatten, { data: flat['data'], mode: 'unflatten' })
    same(data, back['data'], JSON.parse(JSON.stringify(data)))
  }
  close()
}

/** The public suite, given as the first argument: a file with `tests` as its authors keep them. */
async function compareJsonPath(file: string): Promise<void> {
  const { same, close } = comparison('json-query (jsonpath) with its compliance suite')
  const { tests } = JSON.parse(readFileSync(file, 'utf8')) as { tests: readonly Case[] }
  for (const { selector, document, result, results, invalid_selector: isBad } of tests) {
    const ours = await answer(jsonQuery, { data: document ?? null, path: selector, limit: 10_000 })
    if (isBad) same(selector, 'refused' in ours, true)
    else {
      const allowed = results ?? [result]
      const text = JSON.stringify(ours['results'])
      same(
        selector,
        allowed.some((one) => JSON.stringify(one) === text) ? 'allowed' : ours,
        'allowed',
      )
    }
  }
  close()
}

interface Case {
  readonly selector: string
  readonly document?: unknown
  readonly result?: unknown
  readonly results?: readonly unknown[]
  readonly invalid_selector?: boolean
}

const [suite] = process.argv.slice(2)
if (suite) await compareJsonPath(suite)
if (has('jq')) await compareJq()
else write('jq is not installed')
if (has('python3', '-c', 'import jmespath, jsonpatch')) {
  await compareJmespath()
  await comparePatches()
  await compareText()
} else write('python3 with jmespath and jsonpatch is not installed')
