import { z } from 'zod'
import { EVM_NETWORKS, nodeSettingOf } from './lib/chains/evm-networks.ts'
import { CARDS } from './settings/cards.ts'
import { LIMITS } from './settings/limits.ts'
import { MARKET } from './settings/market.ts'
import { PAYMENTS } from './settings/payments.ts'
import { PURSE } from './settings/purse.ts'
import { SERVING } from './settings/serving.ts'
import { SETTLEMENT } from './settings/settlement.ts'

/**
 * All settings of the service itself, each with the sentence that documents it. Capabilities
 * declare theirs in their own files. This file is the only reader of the environment.
 */
export const Settings = z.object({
  ...SERVING,
  ...PAYMENTS,
  ...CARDS,
  ...SETTLEMENT,
  ...PURSE,
  ...LIMITS,
  ...MARKET,
})

export type Config = z.output<typeof Settings> & {
  /** The text of any setting. Empty text counts as not set. */
  setting(name: string): string | undefined
  /** Names of all variables of the environment that are set. */
  readonly given: readonly string[]
}

export type Environment = Readonly<Record<string, string | undefined>>

/** Reads all settings at once; an unusable one stops the start, with every problem named. */
export function readConfig(environment: Environment): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = Settings.safeParse(given, { error: wordingOf })
  if (!parsed.success) {
    const problems = parsed.error.issues.map(
      ({ path, message }) => `  ${path.filter(isName).join('.')}: ${message}`,
    )
    throw new ConfigProblem(`Unusable settings:\n${problems.join('\n')}`)
  }
  const RPC_URLS = { ...nodesOfTools(given), ...parsed.data.RPC_URLS }
  return { ...parsed.data, RPC_URLS, setting: (name) => given[name], given: Object.keys(given) }
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
