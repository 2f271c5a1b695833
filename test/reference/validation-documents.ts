import fc from 'fast-check'
import csvLint from '../../src/goods/tools/validation/data/csv-lint.ts'
import schemaInfer from '../../src/goods/tools/validation/data/json-schema-infer.ts'
import jsonValidate from '../../src/goods/tools/validation/data/json-validate.ts'
import xmlValidate from '../../src/goods/tools/validation/data/xml-validate.ts'
import contrast from '../../src/goods/tools/validation/web-color/color-contrast.ts'
import color from '../../src/goods/tools/validation/web-color/color.ts'
import { answer, comparison, has, plain, python, write } from './_compare.ts'

const SEED = 15
const samples = <T>(arbitrary: fc.Arbitrary<T>, count: number): readonly T[] =>
  fc.sample(arbitrary, { seed: SEED, numRuns: count })

const XML_SEEDS = [
  '<?xml version="1.0" encoding="UTF-8"?>\n<r a="1"><b>x &amp; y</b><c/></r>',
  '<r xmlns="u" xmlns:p="v"><p:a p:b="1">&#65;&#x42;</p:a><!-- c --></r>',
  "<r><![CDATA[ < & ]]><?go now?>text<d e='f\"g'/></r>",
  '<a><b><c d="e" f="g"/></b>\n<h>i</h></a>',
]
const PIECES = [
  '<',
  '>',
  '&',
  '"',
  "'",
  '/',
  '=',
  ' ',
  '<x>',
  '</x>',
  '<y/>',
  ':',
  '--',
  ']]>',
  '&lt;',
  '&#1;',
  '?>',
  '<?',
  '\n',
  'a',
  'p:q',
  '',
]

/** Documents with pieces put in, taken out and changed. */
const brokenXml = fc
  .record({
    seed: fc.constantFrom(...XML_SEEDS),
    edits: fc.array(
      fc.record({ at: fc.nat(70), cut: fc.nat(3), piece: fc.constantFrom(...PIECES) }),
      { maxLength: 3 },
    ),
  })
  .map(({ seed, edits }) =>
    edits.reduce((xml, { at, cut, piece }) => xml.slice(0, at) + piece + xml.slice(at + cut), seed),
  )

async function compareXml(): Promise<void> {
  const { same, close } = comparison('xml-validate with expat')
  const cases = samples(brokenXml, 1_500)
  const theirs = python(
    `import xml.parsers.expat as e
out=[]
for x in data:
    p=e.ParserCreate(namespace_separator=' ')
    try: p.Parse(x.encode('utf8'),True); out.append(True)
    except (e.ExpatError,LookupError): out.append(None if 'encoding' in x[:45] else False)
print(json.dumps(out))`,
    cases,
  ) as readonly (boolean | null)[]
  for (const [at, xml] of cases.entries()) {
    // Expat refuses encodings that it does not know; what a document says of its own is not ours.
    if (theirs[at] === null) continue
    same(xml, (await answer(xmlValidate, { xml }))['valid'], theirs[at])
  }
  close()
}

const leaf = fc.oneof(
  fc.integer({ min: -3, max: 12 }),
  fc.constantFrom('a', 'bb', 'ccc', ''),
  fc.boolean(),
  fc.constant(null),
  fc.constant(1.5),
)
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 2 },
    leaf,
    fc.array(tie('any'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('any'), { maxKeys: 3 }),
  ),
})).any

const keyword = (inner: fc.Arbitrary<object>) =>
  fc.oneof(
    fc
      .constantFrom('string', 'integer', 'number', 'object', 'array', 'boolean', 'null')
      .map((type) => ({ type })),
    fc.integer({ min: 0, max: 4 }).map((minLength) => ({ minLength })),
    fc.integer({ min: -2, max: 10 }).map((minimum) => ({ minimum })),
    fc.integer({ min: -2, max: 10 }).map((exclusiveMaximum) => ({ exclusiveMaximum })),
    fc.integer({ min: 1, max: 3 }).map((multipleOf) => ({ multipleOf })),
    fc.integer({ min: 0, max: 2 }).map((maxItems) => ({ maxItems })),
    fc.constant({ uniqueItems: true }),
    fc.subarray(['a', 'b', 'c']).map((required) => ({ required })),
    fc.uniqueArray(leaf, { minLength: 1, maxLength: 4 }).map((choices) => ({ enum: choices })),
    inner.map((a) => ({ properties: { a } })),
    inner.map((items) => ({ items })),
    inner.map((not) => ({ not })),
    fc.tuple(inner, inner).map((anyOf) => ({ anyOf })),
    fc.tuple(inner, inner).map((oneOf) => ({ oneOf })),
    fc.tuple(inner, inner).map(([a, b]) => ({ if: a, else: b })),
    fc.constant({ additionalProperties: false }),
    inner.map((contains) => ({ contains })),
    inner.map((propertyNames) => ({ propertyNames })),
  )
const one = keyword(fc.constant({ type: 'string' }))
const schema = fc
  .array(keyword(fc.oneof(one, keyword(one))), { minLength: 1, maxLength: 3 })
  .map((parts) => Object.assign({}, ...parts) as object)

const CHECK = `import jsonschema
out=[]
for c in data:
    out.append(jsonschema.Draft202012Validator(c['schema']).is_valid(c['data']))
print(json.dumps(out))`

async function compareSchemas(): Promise<void> {
  const { same, close } = comparison('json-validate with python-jsonschema')
  // What comes over the wire has a prototype, which the generator leaves out.
  const cases = samples(fc.record({ schema, data: value }), 2_000).map(
    (one) => plain(one) as typeof one,
  )
  const theirs = python(CHECK, cases) as readonly boolean[]
  for (const [at, given] of cases.entries())
    same(given, (await answer(jsonValidate, given))['valid'], theirs[at])
  close()
}

/** Each sample satisfies the schema that was made of all of them. */
async function compareInferred(): Promise<void> {
  const { same, close } = comparison('json-schema-infer with python-jsonschema')
  const sets = samples(fc.array(value, { minLength: 1, maxLength: 4 }), 300)
  const cases: { schema: unknown; data: unknown }[] = []
  for (const set of sets) {
    const made = (await answer(schemaInfer, { samples: set }))['schema']
    for (const data of set) cases.push({ schema: made, data })
  }
  const theirs = python(CHECK, cases) as readonly boolean[]
  for (const [at, given] of cases.entries()) same(given, true, theirs[at])
  close()
}

async function compareColours(): Promise<void> {
  const { same, close } = comparison('color with webcolors and colorsys')
  const channel = fc.nat(255)
  const cases = samples(fc.tuple(channel, channel, channel), 400)
  const theirs = python(
    `import colorsys,webcolors
names=webcolors.CSS3_NAMES_TO_HEX if hasattr(webcolors,'CSS3_NAMES_TO_HEX') else {n:webcolors.name_to_hex(n) for n in webcolors.names()}
out=[]
for r,g,b in data:
    h,l,s=colorsys.rgb_to_hls(r/255,g/255,b/255)
    lin=[c/12.92 if c<=0.04045 else ((c+0.055)/1.055)**2.4 for c in (r/255,g/255,b/255)]
    out.append([webcolors.rgb_to_hex((r,g,b)),round(h*360,2)%360,round(s*100,2),round(l*100,2),round(0.2126*lin[0]+0.7152*lin[1]+0.0722*lin[2],4)])
print(json.dumps({'rgb':out,'names':names}))`,
    cases,
  ) as {
    rgb: readonly (readonly [string, number, number, number, number])[]
    names: Record<string, string>
  }
  const near = (a: unknown, b: number, by: number) => Math.abs(Number(a) - b) <= by
  for (const [at, [r, g, b]] of cases.entries()) {
    const told = await answer(color, { color: `rgb(${r} ${g} ${b})` })
    const [hex, h, s, l, luminance] = theirs.rgb[at] ?? ['', 0, 0, 0, 0]
    const hsl = told['hsl'] as { h: number | null; s: number; l: number }
    const isSame = near(hsl.h ?? 0, h, 0.02) && near(hsl.s, s, 0.02) && near(hsl.l, l, 0.02)
    same(
      [r, g, b],
      [told['hex'], isSame, near(told['luminance'], luminance, 0.0002)],
      [hex, true, true],
    )
  }
  for (const [name, hex] of Object.entries(theirs.names)) {
    const told = await answer(color, { color: name })
    same(name, told['hex'], hex)
  }
  close()
}

async function compareContrast(): Promise<void> {
  const { same, close } = comparison('color-contrast with the formula of WCAG in Python')
  const channel = fc.nat(255)
  const cases = samples(fc.array(channel, { minLength: 6, maxLength: 6 }), 400)
  const theirs = python(
    `def lum(c):
    lin=[x/255/12.92 if x/255<=0.04045 else ((x/255+0.055)/1.055)**2.4 for x in c]
    return 0.2126*lin[0]+0.7152*lin[1]+0.0722*lin[2]
out=[]
for c in data:
    a,b=lum(c[:3]),lum(c[3:])
    out.append((max(a,b)+0.05)/(min(a,b)+0.05))
print(json.dumps(out))`,
    cases,
  ) as readonly number[]
  for (const [at, [r, g, b, r2, g2, b2]] of cases.entries()) {
    const told = await answer(contrast, {
      foreground: `rgb(${r} ${g} ${b})`,
      background: `rgb(${r2} ${g2} ${b2})`,
      suggest: false,
    })
    const ratio = theirs[at] ?? 0
    same([r, g, b, r2, g2, b2], Math.abs(Number(told['ratio']) - ratio) < 0.011, true)
  }
  close()
}

async function compareCsv(): Promise<void> {
  const { same, close } = comparison('csv-lint with the csv module of Python')
  const cell = fc.oneof(
    fc.constantFrom('a', '1', '2.5', 'x y', 'é'),
    fc
      .constantFrom('a,b', 'line\nbreak', 'quo"te')
      .map((text) => `"${text.replaceAll('"', '""')}"`),
  )
  const row = fc.array(cell, { minLength: 1, maxLength: 4 }).map((cells) => cells.join(','))
  const cases = samples(
    fc.array(row, { minLength: 1, maxLength: 5 }).map((rows) => rows.join('\n')),
    600,
  )
  const theirs = python(
    `import csv,io
out=[]
for c in data:
    rows=[r for r in csv.reader(io.StringIO(c,newline='')) if r]
    out.append([len(rows),len(rows[0]),sum(1 for r in rows if len(r)!=len(rows[0]))])
print(json.dumps(out))`,
    cases,
  ) as readonly (readonly [number, number, number])[]
  for (const [at, csv] of cases.entries()) {
    const told = await answer(csvLint, { csv, delimiter: ',', header: false })
    const problems = told['problems'] as readonly { message: string }[]
    const ragged = problems.filter(({ message }) => message.includes('columns, not')).length
    same(csv, [told['rowCount'], told['columns'], ragged], theirs[at])
  }
  close()
}

if (has('python3')) {
  await compareXml()
  await compareCsv()
  await compareContrast()
} else write('python3 is not installed')
if (has('python3', '-c', 'import jsonschema')) {
  await compareSchemas()
  await compareInferred()
} else write('python-jsonschema is not installed')
if (has('python3', '-c', 'import webcolors')) await compareColours()
else write('webcolors is not installed')
