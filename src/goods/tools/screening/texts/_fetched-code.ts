import { LANGUAGES, SHELLS } from './_skill-rules.ts'

/** What a text loads from elsewhere and then builds or runs, on one line or on several. */

const SAVED =
  /\b(?:curl|wget|iwr|invoke-webrequest)\b(?:[^\n;&|]{0,400}?(?:\s-o|\s-O|\s--output|\s-OutFile|>)[\s=]*["']?([\w./~$-]{1,200})|[^\n;&|]{0,400}\/([\w.-]{1,100}))/gi
const STARTED = new RegExp(
  `(?:^|[\\s;&|])(?:(?:${SHELLS}|${LANGUAGES}|source|\\.)\\s+(?:-\\w+\\s+)?["']?|(?=\\.?/))([\\w./~$-]{1,200})`,
  'g',
)
const baseOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** Names of files that a text loads. */
export const loadedIn = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(SAVED)].map(([, to, from]) => baseOf(to ?? from ?? '')))

/** Whether a line runs one of these files. */
export const startsOneOf = (loaded: ReadonlySet<string>, line: string): boolean =>
  loaded.size > 0 && [...line.matchAll(STARTED)].some(([, path = '']) => loaded.has(baseOf(path)))

const CLONES = /\b(?:git["',\s]{1,6}|gh\s+repo\s+)clone\b/
const UNPACKS = /\b(?:curl|wget|fetch)\b[^\n]{0,400}\b(?:tar|unzip|bsdtar)\b/
const BUILDERS: readonly string[] = [
  String.raw`(?:make|gmake|ninja|cmake|meson)(?:\s|$)`,
  String.raw`\.\/(?:configure|bootstrap|install|setup|build|autogen)`,
  String.raw`(?:ba|z|da)?sh\s+\S{0,100}(?:install|setup|bootstrap|build)`,
  String.raw`python[\d.]*\s+setup\.py`,
  String.raw`pip[\d.]*\s+install\s+(?:-\S+\s+){0,20}["']?(?:\.|\S{0,100}\/)`,
  String.raw`(?:npm|pnpm|yarn|bun)\s+(?:i|ci|install|run|link)\b`,
  String.raw`cargo\s+(?:install\s+--path|build|run)`,
  String.raw`go\s+(?:build|install|run)\s+\.`,
]
const BUILDS = new RegExp(String.raw`(?:^|[\s;&|\x60(])(?:${BUILDERS.join('|')})`)

/** Reports, line by line, where a repository of strangers is fetched and then built or run. */
export function checkoutReader(): (line: string) => boolean {
  let isFetched = false
  return (line) => {
    const fetched = CLONES.exec(line) ?? UNPACKS.exec(line)
    isFetched ||= fetched !== null
    return isFetched && BUILDS.test(fetched ? line.slice(fetched.index) : line)
  }
}
