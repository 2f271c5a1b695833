import { ConfigProblem, nodesIn, Settings, type Config } from '../settings/config.ts'
import { problemOf, type Setting } from '../../base/core/setting.ts'
import type { Tool } from '../../base/core/tool.ts'
import { EVM_NETWORKS, nodeSettingOf } from '../../engines/onchain/chains/evm-networks.ts'

/** Every setting that a capability of these tools declares, once, by name. */
export function declaredBy(tools: readonly Tool[]): readonly Setting[] {
  const all = tools
    .flatMap((tool) => [tool, ...(tool.parts ?? [])])
    .flatMap(({ spec }) => Object.values(spec.uses).flatMap(({ settings }) => settings))
  const byName = new Map(all.map((setting) => [setting.name, setting]))
  return [...byName.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** Refuses to start with a setting of a capability that is not usable. Names all of them. */
export function assertUsable({ setting }: Config, declared: readonly Setting[]): void {
  const problems = declared.flatMap((one) => problemOf(one, setting) ?? [])
  if (problems.length > 0)
    throw new ConfigProblem(`Unusable settings:\n${problems.map((one) => `  ${one}`).join('\n')}`)
}

/** Settings that decide about money. With one of them, no sandbox starts by itself. */
const MONEY = [
  'PAY_TO',
  'PAY_TO_SOLANA',
  'PAY_TO_ALGORAND',
  'PAY_TO_STELLAR',
  'SETTLEMENT_KEY',
  'PURSE_KEY',
  'PURSE_KEY_SOLANA',
  'PURSE_KEY_ALGORAND',
  'PURSE_KEY_TEMPO',
  'FACILITATOR_URL',
  'FACILITATOR_AUTHORIZATION',
  'STRIPE_SECRET_KEY',
  'STRIPE_NETWORK_ID',
] as const satisfies readonly (keyof Config)[]

/** Settings that decide how the money reaches `PAY_TO`. */
const NEED_PAY_TO = [
  'NETWORKS',
  'FACILITATOR_URL',
  'SETTLEMENT_KEY',
  'RPC_URLS',
  'GAS_COIN_USD',
] as const satisfies readonly (keyof Config)[]

const CAPS = ['PURSE_CALL_USD', 'PURSE_SELLER_DAY_USD', 'PURSE_HOUR_USD', 'PURSE_DAY_USD'] as const
const PURSE_KEYS = [
  'PURSE_KEY',
  'PURSE_KEY_SOLANA',
  'PURSE_KEY_ALGORAND',
  'PURSE_KEY_TEMPO',
] as const satisfies readonly (keyof Config)[]

/** Settings that do nothing without one of some others. */
const NEED_ONE: readonly (readonly [
  names: readonly (keyof Config)[],
  one: readonly (keyof Config)[],
])[] = [
  [['PURSE_ADDRESS'], ['PURSE_KEY']],
  [['PURSE_ADDRESS_SOLANA'], ['PURSE_KEY_SOLANA']],
  [['PURSE_ADDRESS_ALGORAND'], ['PURSE_KEY_ALGORAND']],
  [['PURSE_TEMPO_TOKEN'], ['PURSE_KEY_TEMPO']],
  [[...CAPS, 'PURSE_BUYER_USD'], PURSE_KEYS],
  [['FACILITATOR_KEY_ID'], ['FACILITATOR_KEY_SECRET']],
  [['FACILITATOR_KEY_SECRET'], ['FACILITATOR_KEY_ID']],
  [['STRIPE_WEBHOOK_SECRET', 'CREDITS_SALES', 'MONITOR_USD_PER_MONTH'], ['STRIPE_SECRET_KEY']],
  [['CARD_FEE_PERCENT', 'CARD_FEE_FIXED_USD'], ['STRIPE_SECRET_KEY']],
]

export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || host.startsWith('127.')

/** A sandbox starts by itself only where nothing says that this is meant for buyers. */
export function wantsSandbox(config: Config): boolean {
  if (config.SANDBOX !== undefined) return config.SANDBOX
  return isAtHome(config) && !config.FREE_MODE
}

/** Nothing says that this instance is meant for buyers. */
export function isAtHome(config: Config): boolean {
  const isMoneySet = MONEY.some((name) => config[name] !== undefined)
  return config.NODE_ENV !== 'production' && !isMoneySet && isLoopback(config.HOST)
}

/** The settings as tools see them, with the defaults for instances without real payments. */
export function settingsOf(config: Config, declared: readonly Setting[]): Config['setting'] {
  if (!config.FREE_MODE && !wantsSandbox(config)) return config.setting
  const defaults = new Map(declared.map(({ name, withoutMoney }) => [name, withoutMoney]))
  return (name) => config.setting(name) ?? defaults.get(name)
}

/**
 * What an operator should know at start, each in one sentence. `names` are the slugs and families
 * of all tools.
 */
export function settingWarnings(
  config: Config,
  { declared, names }: { declared: readonly Setting[]; names: ReadonlySet<string> },
): readonly string[] {
  const { PAY_TO, FREE_MODE, BASE_URL, SETTLEMENT_KEY, RPC_URLS, SANDBOX } = config
  const isPublic = config.NODE_ENV === 'production' || !isLoopback(config.HOST)
  const money = MONEY.filter((name) => config[name] !== undefined)
  const known = [...Object.keys(Settings.shape), ...declared.map(({ name }) => name)]
  const said = [
    FREE_MODE &&
      money.length > 0 &&
      `FREE_MODE is on: nobody pays, though ${money.join(', ')} is set.`,
    SANDBOX === true &&
      (isPublic || money.length > 0) &&
      'SANDBOX is on: calls are sold for test money, and the keys of its wallets are published.',
    isPublic &&
      BASE_URL === undefined &&
      'BASE_URL is not set: documents and receipts name an address that buyers cannot reach.',
    SETTLEMENT_KEY !== undefined &&
      Object.keys(RPC_URLS).length === 0 &&
      'SETTLEMENT_KEY is not used: RPC_URLS names no node, nor does EVM_RPC_BASE_URL or its like.',
    PAY_TO === undefined &&
      !FREE_MODE &&
      !wantsSandbox(config) &&
      'PAY_TO is not set: no wallet can pay on this instance.',
    ...nodesNamedTwice(config),
    ...NEED_PAY_TO.filter((name) => PAY_TO === undefined && config.given.includes(name)).map(
      (name) => `${name} is not used: PAY_TO is not set.`,
    ),
    // The sandbox has a purse of its own.
    ...(wantsSandbox(config) ? [] : unusedIn(config)),
    ...config.TOOLS_OFF.filter((name) => !names.has(name)).map(
      (name) => `TOOLS_OFF names ${name}, which is neither a tool nor a family.`,
    ),
  ]
  const unknown = config.given.flatMap((name) => {
    const alike = known.includes(name) ? null : similarTo(name, known)
    if (alike === null) return []
    return [`${name} is not a setting${alike ? `: do you mean ${alike}?` : '.'}`]
  })
  return [...said.filter((sentence) => typeof sentence === 'string'), ...unknown]
}

const unusedIn = (config: Config): readonly string[] =>
  NEED_ONE.flatMap(([names, one]) =>
    one.some((name) => config[name] !== undefined)
      ? []
      : names
          .filter((name) => config.given.includes(name))
          .map((name) => `${name} is not used: ${noneOf(one)}.`),
  )

const noneOf = (names: readonly string[]): string =>
  names.length === 1 ? `${names[0]} is not set` : `none of ${names.join(', ')} is set`

/** A network for which payments and tools use different nodes, or tools have none. */
function nodesNamedTwice({ PAY_TO, RPC_URLS, given, setting }: Config): readonly string[] {
  if (PAY_TO === undefined || !given.includes('RPC_URLS')) return []
  return EVM_NETWORKS.flatMap((network) => {
    const name = nodeSettingOf(network)
    const ours = RPC_URLS[`eip155:${network.chainId}`]
    const theirs = nodesIn(setting(name))
    if (ours === undefined || theirs.includes(ours)) return []
    return theirs.length > 0
      ? [`RPC_URLS and ${name} name different nodes of ${network.name}: the first is for payments.`]
      : [`RPC_URLS names a node of ${network.name} for payments only: ${name} is for tools too.`]
  })
}

/** First words of names that no other program uses for its own settings. */
const OURS =
  /^(UPSTREAM|PAY_TO|MEMORY_MAX|EMBEDDINGS|LLM|FACILITATOR|SETTLEMENT|POW|STRIPE|TEMPO|TOOLS|FAREBOX|PURSE|SELLER)_/
const FOREIGN = new Set(['FAREBOX_URL', 'STRIPE_API_KEY'])
const TYPO_LENGTH_MIN = 5

/** The setting that was probably meant, '' if only its first word is ours, null for no relation. */
function similarTo(name: string, known: readonly string[]): string | null {
  if (FOREIGN.has(name)) return null
  const isNear = (other: string): boolean =>
    bare(other) === bare(name) || (name.length >= TYPO_LENGTH_MIN && editsBetween(name, other) <= 1)
  const near = known.find((other) => other.length >= TYPO_LENGTH_MIN && isNear(other))
  return near ?? (OURS.test(name) ? '' : null)
}

const bare = (name: string): string => name.replaceAll('_', '').toUpperCase()

/** One letter more, less or other, or two swapped, is 1; anything beyond is 2. */
function editsBetween(a: string, b: string): 0 | 1 | 2 {
  if (a === b) return 0
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  if (long.length - short.length > 1) return 2
  let at = 0
  while (short[at] === long[at]) at += 1
  const rest = (text: string, skipped: number): string => text.slice(at + skipped)
  if (short.length < long.length) return rest(short, 0) === rest(long, 1) ? 1 : 2
  const isSwap = short[at] === long[at + 1] && short[at + 1] === long[at]
  return rest(short, 1) === rest(long, 1) || (isSwap && rest(short, 2) === rest(long, 2)) ? 1 : 2
}
