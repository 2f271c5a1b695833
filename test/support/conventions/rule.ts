import { parse, type Node, type Source } from './source.ts'

export interface Offence {
  readonly line: number
  readonly what: string
}

/** A file as an example of a rule: its path and what stands in it. */
export type Sample = readonly [path: string, text: string]

export interface Rule {
  /** The rule as a sentence. */
  readonly says: string
  /** What to do in its place. */
  readonly instead: string
  covers(path: string): boolean
  offences(source: Source): readonly Offence[]
  /** Samples in which the rule must find an offence, so that it cannot fall asleep. */
  readonly caught: readonly Sample[]
  /** Samples that it must leave alone. */
  readonly spared: readonly Sample[]
}

/** Every offender by file and line, with the way out. */
export function offenders(rule: Rule, sources: readonly Source[]): readonly string[] {
  return sources
    .filter(({ path }) => rule.covers(path))
    .flatMap((source) =>
      rule
        .offences(source)
        .map(({ line, what }) => `${source.path}:${line} ${what}: ${rule.instead}`),
    )
}

export const offendersIn = (rule: Rule, [path, text]: Sample): readonly string[] =>
  offenders(rule, [parse(path, text)])

/** The offences of the nodes for which `what` has a word. */
export function nodesThat(
  source: Source,
  what: (node: Node) => string | null | undefined | false,
): readonly Offence[] {
  return source.nodes.flatMap((node) => {
    const word = what(node)
    return word ? [{ line: source.lineAt(node.start), what: word }] : []
  })
}

export const inSource = (path: string): boolean => path.startsWith('src/')

export const isTest = (path: string): boolean =>
  path.startsWith('test/') || /\.(test|contract|test-d)\.ts$/.test(path)

/** Scripts of the pages: they run in browsers, when they are loaded. */
const isForBrowsers = (path: string): boolean => path.startsWith('src/front/pages/web/')

/** Code that runs in the service. */
export const isProduct = (path: string): boolean =>
  inSource(path) && !isTest(path) && !isForBrowsers(path)

/** `src/<district>/...` or, of a file at the root, its name. */
export const districtOf = (path: string): string => path.split('/')[1] ?? path

/** `src/<district>/<folder>/...`; the district itself where a file lies beside its folders. */
export function folderOf(path: string): string {
  const [, district = path, folder, ...below] = path.split('/')
  return folder === undefined || below.length === 0 ? district : folder
}

/** Folders whose files are found by scanning them. */
const SCANNED = new Set(['tools', 'packs', 'reports'])

export const isScanned = (path: string): boolean =>
  inSource(path) && districtOf(path) === 'goods' && SCANNED.has(folderOf(path))

/** A scanned file that makes tools, and not a neighbour of one. */
export const isUnit = (path: string): boolean => isScanned(path) && !/\/_[^/]*$/.test(path)
