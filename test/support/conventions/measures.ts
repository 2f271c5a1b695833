import { inSource, isScanned, isTest, type Offence, type Rule } from './rule.ts'
import { written, type Node, type Source } from './source.ts'

export const LINES_OF_TOOL_MAX = 200

/** Most lines by kind of file, the first kind that fits. */
const LINES_MAX: readonly (readonly [kind: RegExp, most: number])[] = [
  [/(^test\/|\.(test|contract|test-d)\.ts$)/, 600],
  [/^src\/goods\/(tools|packs|reports)\//, LINES_OF_TOOL_MAX],
  [/^src\//, 300],
  [/./, 400],
]

/** Tables: data that happens to be written as code. */
export const TABLES = new Set([
  'src/selling/call/synonyms.ts',
  'src/outside/chains/networks.ts',
  'src/engines/search/tables/phrases.ts',
  'src/engines/search/tables/synonyms.ts',
  'src/engines/search/tables/translations.ts',
])

const FUNCTION_LINES_MAX = 70
const COLUMNS_MAX = 100

const sizes: Rule = {
  says: 'no file outgrows its kind',
  instead: 'find the second noun in it, or move its data to a table',
  covers: (path) => !TABLES.has(path),
  offences: (source) => {
    const { path } = source
    const count = isScanned(path) ? linesBesideSpec(source) : linesOf(source)
    const most = LINES_MAX.find(([kind]) => kind.test(path))?.[1] ?? Infinity
    return count > most ? [{ line: count, what: `${count} lines, at most ${most}` }] : []
  },
  caught: [
    ['src/goods/tools/a/b.ts', '\n'.repeat(201)],
    ['src/goods/tools/a/b.ts', `export default defineTool({ examples: [] })${'\n'.repeat(202)}`],
    ['src/selling/call/a.ts', '\n'.repeat(301)],
    ['scripts/a.ts', '\n'.repeat(401)],
    ['src/selling/call/a.test.ts', '\n'.repeat(601)],
  ],
  spared: [
    ['src/goods/tools/a/b.ts', '\n'.repeat(200)],
    ['src/goods/tools/a/b.ts', `export default defineTool({ examples: [${'\n'.repeat(300)}] })`],
    ['src/goods/tools/a/b.ts', `const Row = z.object({${'\n'.repeat(300)}})`],
    ['src/selling/call/a.ts', '\n'.repeat(300)],
    ['src/selling/call/synonyms.ts', '\n'.repeat(900)],
  ],
}

const linesOf = ({ lines }: Source): number =>
  lines.at(-1) === '' ? lines.length - 1 : lines.length

export const linesBesideSpec = (source: Source): number => linesOf(source) - specLines(source)

/** Lines of the schemas and the examples of a tool, which are data. */
function specLines({ nodes, lineAt }: Source): number {
  const lines = new Set<number>()
  for (const node of nodes.filter((one) => isExamples(one) || isSchema(one)))
    for (let line = lineAt(node.start); line <= lineAt(node.end - 1); line++) lines.add(line)
  return lines.size
}

const isExamples = ({ type, key }: Node): boolean =>
  type === 'Property' && written(key) === 'examples'

const isSchema = ({ type, callee }: Node): boolean =>
  type === 'CallExpression' && written(callee).startsWith('z.')

const functions: Rule = {
  says: `a function has at most ${FUNCTION_LINES_MAX} lines of its own`,
  instead: 'name a part of it; the functions inside it are counted by themselves',
  covers: () => true,
  offences(source) {
    const spans = source.nodes.filter(isFunction)
    return spans.flatMap((node): Offence[] => {
      const own = ownLines(node, spans, source)
      if (own <= FUNCTION_LINES_MAX) return []
      return [{ line: source.lineAt(node.start), what: `${nameOf(node)} has ${own} lines` }]
    })
  },
  caught: [
    ['src/selling/call/a.ts', `export function long() {${'\n  step()'.repeat(70)}\n}`],
    ['src/selling/call/a.ts', `export const long = () => {${'\n  step()'.repeat(70)}\n}`],
  ],
  spared: [
    [
      'src/selling/call/a.ts',
      `function create() {\n  return {\n    one() {${'\n  a()'.repeat(50)}\n},\n    two() {${'\n  b()'.repeat(50)}\n} }\n}`,
    ],
  ],
}

const isFunction = ({ type }: Node): boolean =>
  ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'].includes(type)

/** Lines that say something, without the insides of the functions that stand in it. */
function ownLines(node: Node, all: readonly Node[], source: Source): number {
  const { lineAt } = source
  const silent = silentLines(source)
  for (const inner of all.filter((other) => other !== node && enclosing(other) === node)) {
    for (let line = lineAt(inner.start) + 1; line < lineAt(inner.end - 1); line++) silent.add(line)
  }
  let own = 0
  for (let line = lineAt(node.start); line <= lineAt(node.end - 1); line++)
    own += silent.has(line) ? 0 : 1
  return own
}

/** Blank lines, and lines that hold nothing but a comment. */
function silentLines({ lines }: Source): Set<number> {
  return new Set(
    lines.flatMap((line, at) => (/^\s*($|\/\/|\/?\*[/* ])/.test(line) ? [at + 1] : [])),
  )
}

function enclosing(node: Node): Node | null {
  let above = node.parent
  while (above && !isFunction(above)) above = above.parent
  return above
}

function nameOf(node: Node): string {
  const { parent } = node
  return written(node['id']) || written(parent?.['key'] ?? parent?.['id']) || 'a function'
}

const columns: Rule = {
  says: `only a literal may reach past column ${COLUMNS_MAX}`,
  instead: 'break the line, or the sentence',
  covers: () => true,
  offences: (source) =>
    source.lines.flatMap((line, at): Offence[] =>
      line.length > COLUMNS_MAX && !isLiteralAt(source, at)
        ? [{ line: at + 1, what: `${line.length} columns` }]
        : [],
    ),
  caught: [
    ['src/selling/call/a.ts', `// ${'word '.repeat(30)}`],
    ['src/selling/call/a.ts', `const a = ${'b + '.repeat(30)} c`],
  ],
  spared: [['src/selling/call/a.ts', `const a = '${'word '.repeat(30)}'`]],
}

function isLiteralAt({ lines, nodes }: Source, at: number): boolean {
  const before = lines.slice(0, at).reduce((length, line) => length + line.length + 1, 0)
  const column = before + COLUMNS_MAX
  return nodes.some(
    ({ type, start, end }) =>
      (type === 'Literal' || type === 'TemplateElement') && start <= column && end + 2 >= column,
  )
}

const BAD_NAMES = /^(utils?|helpers?|common|misc|managers?|index|legacy|kit\d|v\d)$/
const KEBAB = /^_?[a-z0-9]+(-[a-z0-9]+)*$/

const names: Rule = {
  says: 'files and folders are nouns in kebab-case, and none is a drawer',
  instead: 'name it by what it holds',
  covers: () => true,
  offences({ path }) {
    const [file = '', ...above] = path
      .replace(/(\.(test|contract|fuzz|test-d|config))*\.ts$/, '')
      .split('/')
      .toReversed()
    const parts = [file, ...above.filter((folder) => folder !== '__fixtures__')]
    const odd = parts.find((part) => !KEBAB.test(part))
    if (odd) return [{ line: 1, what: `${odd} is not kebab-case` }]
    const drawer = parts.find((part) => part.split(/[-_]/).some((word) => BAD_NAMES.test(word)))
    return drawer && inSource(path) ? [{ line: 1, what: `it is called ${drawer}` }] : []
  },
  caught: [
    ['src/outside/net/webClient.ts', ''],
    ['src/outside/net/index.ts', ''],
    ['src/outside/net/string-utils.ts', ''],
    ['src/common/words.ts', ''],
    ['src/goods/tools/text/_jwtKey.ts', ''],
  ],
  spared: [
    ['src/outside/net/public-url.ts', ''],
    ['src/selling/payments/x402/rail.ts', ''],
    ['src/goods/tools/text/_words.ts', ''],
    ['src/stores/credits.fuzz.test.ts', ''],
  ],
}

const UNFINISHED = /\b(TODO|FIXME|XXX|HACK)\b/
const DATED = /\b20[1-3]\d-[01]\d(-[0-3]\d)?\b(?![-T])/
const MONTHS =
  'January|February|March|April|May|June|July|August|September|October|November|December'
const SPOKEN_DATE = new RegExp(`\\b(${MONTHS}) (\\d{1,2},? )?20[1-3]\\d\\b`)

const comments: Rule = {
  says: 'a comment is true today: no promises and no dates',
  instead: 'do it, or open an issue; git remembers when',
  covers: () => true,
  offences: (source) =>
    source.comments.flatMap(({ line, text }): Offence[] => {
      if (UNFINISHED.test(text)) return [{ line, what: 'unfinished business' }]
      const prose = text.replace(/`[^`]*`/g, '')
      return DATED.test(prose) || SPOKEN_DATE.test(prose) ? [{ line, what: 'a date' }] : []
    }),
  caught: [
    ['src/outside/net/a.ts', '// TODO: retry'],
    ['src/outside/net/a.ts', '/* FIXME */'],
    ['src/outside/net/a.ts', `// broken since 2026-11-20`],
    ['src/outside/net/a.ts', `// as of November 2026`],
  ],
  spared: [
    ['src/outside/net/a.ts', `// an instant such as 2026-11-20T10:00:00Z`],
    ['src/outside/net/a.ts', `// days since 1 January 1970`],
    ['src/outside/net/a.ts', '// a day such as `2026-11-20`'],
    ['src/outside/net/a.ts', `const word = 'TODO'`],
  ],
}

const tests: Rule = {
  says: 'no test is skipped, and none runs alone',
  instead: 'mend it or delete it; `skipIf` and `runIf` say on what it hangs',
  covers: isTest,
  offences: (source) =>
    source.nodes.flatMap((node): Offence[] => {
      const word = node.type === 'MemberExpression' ? written(node) : ''
      const bad = /^(test|it|describe)(\.each)?\.(only|skip|todo|fails)$/.test(word)
      return bad ? [{ line: source.lineAt(node.start), what: word }] : []
    }),
  caught: [['src/outside/net/a.test.ts', `test.only('a', () => {})`]],
  spared: [['src/outside/net/a.test.ts', `test.skipIf(!anvil)('a', () => {})`]],
}

export const measures: readonly Rule[] = [sizes, functions, columns, names, comments, tests]
