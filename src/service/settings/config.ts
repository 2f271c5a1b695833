import { fstatSync, ftruncateSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import type { ReadText } from '../../base/core/setting.ts'
import { EVM_NETWORKS, nodeSettingOf } from '../../engines/onchain/chains/evm-networks.ts'
import { CARDS } from './cards.ts'
import { CHANNELS } from './channels.ts'
import { LIMITS } from './limits.ts'
import { MARKET } from './market.ts'
import { PAYMENTS } from './payments.ts'
import { PURSE } from './purse.ts'
import { SERVING } from './serving.ts'
import { SETTLEMENT } from './settlement.ts'

const GROUPS = {
  serving: z.object(SERVING),
  payments: z.object(PAYMENTS),
  cards: z.object(CARDS),
  settlement: z.object(SETTLEMENT),
  channels: z.object(CHANNELS),
  purse: z.object(PURSE),
  limits: z.object(LIMITS),
  market: z.object(MARKET),
}

type Groups = {
  readonly [Group in keyof typeof GROUPS]: z.output<(typeof GROUPS)[Group]>
}

export type SettingName = {
  [Group in keyof Groups]: keyof Groups[Group]
}[keyof Groups]

/**
 * All settings of the service itself, each with the sentence that documents it. Capabilities
 * declare theirs in their own files. This file is the only reader of the environment.
 */
export const OWN_SETTINGS: Readonly<Record<string, z.ZodType>> = Object.assign(
  {},
  ...Object.values(GROUPS).map(({ shape }) => shape),
)

/** The settings by the file that declares them: `settings.purse.PURSE_KEY`. */
export interface Settings extends Groups {
  /** The text of any setting. Empty text counts as not set. */
  readonly text: ReadText
  /** Names of all variables of the environment that are set. */
  readonly names: ReadonlySet<string>
}

export type Environment = Readonly<Record<string, string | undefined>>

/**
 * The variables that the service is started with: of the process, and those that `run.mjs` has
 * handed over on the standard input.
 */
export function takeEnvironment(variables: Environment): Environment {
  if (variables[ON_STDIN] !== 'true') return variables
  const handed = settingsIn(readFileSync(0, 'utf8'))
  // Where it is a file, whoever may look at the open files of this process could read it again.
  if (fstatSync(0).isFile()) ftruncateSync(0)
  const { [ON_STDIN]: _, ...own } = variables
  return { ...handed, ...own }
}
const ON_STDIN = 'FAREBOX_SETTINGS_ON_STDIN'

/** The text is in no message: it holds keys. */
function settingsIn(text: string): Environment {
  try {
    return JSON.parse(text) as Environment
  } catch {
    throw new ConfigProblem(
      `${ON_STDIN}: must be set by run.mjs only, which writes the settings to the standard input as JSON.`,
    )
  }
}

/**
 * Lends the settings to tools of the operator, which read variables while they are loaded. Returns
 * what takes them back: later on, no thread and no child is given any.
 */
export function lendEnvironment(
  settings: Environment,
  variables: Record<string, string | undefined>,
): () => void {
  const lent = Object.keys(settings).filter((name) => variables[name] === undefined)
  for (const name of lent) variables[name] = settings[name]
  return () => {
    for (const name of lent) if (!OF_DRIVER.test(name)) delete variables[name]
  }
}

/** The driver of PostgreSQL reads these for each connection that it opens. */
const OF_DRIVER = /^PG[A-Z]+$/

/** Reads all settings at once; an unusable one stops the start, with every problem named. */
export function readConfig(environment: Environment): Settings {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const problems: string[] = []
  const read = Object.entries(GROUPS).map(([group, schema]) => {
    const { data, error } = schema.safeParse(given, { error: wordingOf })
    for (const { path, message } of error?.issues ?? [])
      problems.push(`  ${path.filter(isName).join('.')}: ${message}`)
    return [group, data]
  })
  if (problems.length > 0) throw new ConfigProblem(`Unusable settings:\n${problems.join('\n')}`)
  const groups = Object.fromEntries(read) as Groups
  const RPC_URLS = { ...nodesOfTools(given), ...groups.settlement.RPC_URLS }
  return {
    ...groups,
    settlement: { ...groups.settlement, RPC_URLS },
    text: (name) => given[name],
    names: new Set(Object.keys(given)),
  }
}

/** Nodes that tools read from serve payments too, the best of each network. */
const nodesOfTools = (given: Environment): Readonly<Record<string, string>> =>
  Object.fromEntries(
    EVM_NETWORKS.flatMap((network) => {
      const [first = ''] = nodesIn(given[nodeSettingOf(network)])
      return first === '' ? [] : [[`eip155:${network.chainId}`, first]]
    }),
  )

/** Nodes as a setting lists them, the best first. */
export const nodesIn = (text: string | undefined): readonly string[] =>
  (text ?? '')
    .split(',')
    .map((url) => url.trim())
    .filter((url) => url !== '')

/** The place within a list is no part of the name of a setting. */
const isName = (part: PropertyKey): boolean => typeof part !== 'number'

/** Told to the operator without a stack trace. */
export class ConfigProblem extends Error {}

/** What a setting must be, in words; `z.coerce` has made a number of its text. */
function wordingOf(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.expected === 'int' ? 'must be a whole number' : 'must be a number'
    case 'too_small':
      return `must be ${issue.inclusive === false ? 'more than' : 'at least'} ${issue.minimum}`
    case 'too_big':
      return `must be ${issue.inclusive === false ? 'less than' : 'at most'} ${issue.maximum}`
    case 'invalid_value':
      return `must be one of ${issue.values.join(', ')}`
    case 'invalid_format':
      return 'must be an http:// or https:// address'
    default:
      return 'is not usable'
  }
}
