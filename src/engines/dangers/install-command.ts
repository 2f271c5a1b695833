import { badInput } from '../../base/core/fault.ts'
import { shellWords } from '../language/shell-words.ts'

export const ECOSYSTEMS = ['npm', 'pypi', 'crates', 'go', 'maven', 'nuget', 'rubygems'] as const
export type Ecosystem = (typeof ECOSYSTEMS)[number]

export interface InstallTarget {
  readonly ecosystem: Ecosystem
  readonly name: string
  readonly version?: string | undefined
}

interface InstallTargets {
  readonly packages: readonly InstallTarget[]
  /** Installed items that are not packages of a registry, or were not understood. */
  readonly unread: readonly string[]
}

/** The install commands of a program, and how it writes packages. */
const PROGRAMS: readonly {
  readonly ecosystem: Ecosystem
  readonly says: RegExp
  readonly split: RegExp
}[] = [
  {
    ecosystem: 'npm',
    says: /^(?:npm (?:install|i|add|exec)|(?:yarn|pnpm|bun)(?: global)? (?:add|install|i|dlx|x)|npx|bunx) /,
    split: /^((?:@[\w.~-]+\/)?[\w.~-]+)(?:@(.+))?$/,
  },
  {
    ecosystem: 'pypi',
    says: /^(?:(?:python[\d.]* -m )?pip[\d.]* install|uv (?:pip install|add|tool install)|pipx (?:install|run)|uvx|poetry add|pdm add) /,
    split: /^([A-Za-z\d][\w.-]*)(?:\[[\w, -]*\])?(?:(?:===?|@)\s*(.+)|([<>~!].*))?$/,
  },
  {
    ecosystem: 'crates',
    says: /^cargo (?:add|install) /,
    split: /^([A-Za-z][\w-]*)(?:@(.+))?$/,
  },
  {
    ecosystem: 'go',
    says: /^go (?:get|install|run) /,
    split: /^([\w.-]+\.[a-z]+\/[\w./~-]+?)(?:\/\.\.\.)?(?:@(.+))?$/,
  },
  {
    ecosystem: 'rubygems',
    says: /^(?:gem install|bundle add) /,
    split: /^([A-Za-z][\w.-]*?)(?::(\d.*))?$/,
  },
  {
    ecosystem: 'nuget',
    says: /^(?:dotnet add(?: \S+)? package|nuget install|install-package|dotnet tool install) /i,
    split: /^([A-Za-z][\w.-]*)$/,
  },
]

/** Options that take the next word as their value. */
const TAKES_WORD =
  /^(?:-r|--requirement|-c|--constraint|-i|--index-url|--extra-index-url|-f|--find-links|--registry|--prefix|-C|--dir|-w|--workspace|--target|-t|--git|--path|--features|--python|--source|-o)$/
const VERSION_OPTION = /^(?:-v|--version|-Version)$/
/** Package sources that this tool does not read. */
const OTHER_PLACE =
  /^(?:--index-url|--extra-index-url|-i|-f|--find-links|--registry|--source|--git|--path|-r|--requirement)(?:=|$)/
const EXACT = /^v?\d[\w.+-]*$/
/** Ecosystems where `1` or `1.2` means the newest version that begins with it. */
const RANGED: ReadonlySet<Ecosystem> = new Set(['npm', 'crates', 'go'])
const THREE_NUMBERS = /^v?\d+\.\d+\.\d+(?:[-+]|$)/
/** Commands that run the program of one package. Later words are arguments of the program. */
const RUNS_ONE =
  /^(?:npm exec|(?:yarn|pnpm|bun)(?: global)? (?:dlx|x)|npx|bunx|pipx run|uvx|go run) /
/** Options that name the package; the first word is then the program. */
const NAMES_PACKAGE = /^(?:-p|--package|--from|--spec|--with)(?:=(.+))?$/

/** The packages that shell commands install. */
export function installedBy(command: string): InstallTargets {
  const packages: InstallTarget[] = []
  const unread: string[] = []
  let seen = 0
  for (const one of pieces(command)) {
    const all = shellWords('command', one)
    const begins = all.findIndex((word) => !/^(?:sudo|[A-Za-z_]\w*=.*)$/.test(word))
    const words = begins < 0 ? [] : all.slice(begins)
    const line = `${words.join(' ')} `
    const program = PROGRAMS.find(({ says }) => says.test(line))
    if (!program) {
      if (words.length > 0) unread.push(words.join(' ').slice(0, 200))
      continue
    }
    seen += 1
    const given = words.slice((program.says.exec(line)?.[0] ?? '').trim().split(' ').length)
    readWords(program, RUNS_ONE.test(line) ? wordsOfPackages(given) : given)
  }
  if (seen === 0)
    throw badInput('command: holds no install command that is known, such as npm install viem')
  return { packages, unread }

  function readWords({ ecosystem, split }: (typeof PROGRAMS)[number], words: readonly string[]) {
    for (let at = 0; at < words.length; at += 1) {
      const word = words[at] ?? ''
      const next = words[at + 1]
      if (OTHER_PLACE.test(word)) unread.push(`${word} ${next ?? ''}`.trim().slice(0, 200))
      if (VERSION_OPTION.test(word)) {
        const last = packages.pop()
        if (last) packages.push({ ...last, version: exactly(last.ecosystem, next) })
        at += 1
      } else if (TAKES_WORD.test(word)) at += 1
      if (word.startsWith('-') || VERSION_OPTION.test(word)) continue
      const [, name, version] = split.exec(word) ?? []
      const isPlace = ecosystem !== 'go' && /^(?:\.|\/|~\/)|:\/\/|^git[+@]/.test(word)
      if (!name || isPlace) unread.push(word.slice(0, 200))
      else packages.push({ ecosystem, name, version: exactly(ecosystem, version) })
    }
  }
}

function exactly(ecosystem: Ecosystem, version: string | undefined): string | undefined {
  const pattern = RANGED.has(ecosystem) ? THREE_NUMBERS : EXACT
  return version !== undefined && EXACT.test(version) && pattern.test(version) ? version : undefined
}

/** The words that name packages; for a command that runs one package, the words up to its name. */
function wordsOfPackages(words: readonly string[]): readonly string[] {
  const kept: string[] = []
  let isNamed = false
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? ''
    const named = NAMES_PACKAGE.exec(word)
    if (named) {
      kept.push(named[1] ?? words[(at += 1)] ?? '')
      isNamed ||= !word.startsWith('--with')
    } else if (word.startsWith('-') && word !== '--') {
      kept.push(word)
      if (TAKES_WORD.test(word)) kept.push(words[(at += 1)] ?? '')
    } else if (word !== '--') return isNamed ? kept : [...kept, word]
  }
  return kept
}

/** Splits a line into commands at operators outside quotes. */
function pieces(command: string): readonly string[] {
  const found: string[] = []
  let quote = ''
  let from = 0
  for (let at = 0; at < command.length; at += 1) {
    const mark = command[at] ?? ''
    if (mark === '\\' && quote !== "'") at += 1
    else if (quote !== '') quote = mark === quote ? '' : quote
    else if (mark === '"' || mark === "'") quote = mark
    else if (/[;&|\n]/.test(mark)) {
      found.push(command.slice(from, at))
      from = at + 1
    }
  }
  return [...found, command.slice(from)]
}
