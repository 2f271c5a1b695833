import {
  ConfigProblem,
  nodesIn,
  OWN_SETTINGS,
  type SettingName,
  type Settings,
} from '../settings/config.ts'
import { problemOf, type ReadText, type Setting } from '../../base/core/setting.ts'
import type { Tool } from '../../base/core/tool.ts'
import type { Loaded } from '../../selling/catalog/load.ts'
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
export function assertUsable({ text }: Pick<Settings, 'text'>, declared: readonly Setting[]): void {
  const problems = declared.flatMap((one) => problemOf(one, text) ?? [])
  if (problems.length > 0)
    throw new ConfigProblem(`Unusable settings:\n${problems.map((one) => `  ${one}`).join('\n')}`)
}

/** Settings that decide about money. With one of them, no sandbox starts by itself. */
const MONEY: readonly SettingName[] = [
  'PAY_TO',
  'PAY_TO_SOLANA',
  'PAY_TO_ALGORAND',
  'PAY_TO_STELLAR',
  'SETTLEMENT_KEY',
  'CHANNEL_KEY',
  'PURSE_KEY',
  'PURSE_KEY_SOLANA',
  'PURSE_KEY_ALGORAND',
  'PURSE_KEY_TEMPO',
  'FACILITATOR_URL',
  'FACILITATOR_AUTHORIZATION',
  'STRIPE_SECRET_KEY',
  'STRIPE_NETWORK_ID',
]

/** Settings that decide how the money reaches `PAY_TO`. */
const NEED_PAY_TO: readonly SettingName[] = [
  'NETWORKS',
  'FACILITATOR_URL',
  'SETTLEMENT_KEY',
  'CHANNEL_KEY',
  'RPC_URLS',
  'GAS_COIN_USD',
]

const CAPS: readonly SettingName[] = [
  'PURSE_CALL_USD',
  'PURSE_SELLER_DAY_USD',
  'PURSE_HOUR_USD',
  'PURSE_DAY_USD',
]
const PURSE_KEYS: readonly SettingName[] = [
  'PURSE_KEY',
  'PURSE_KEY_SOLANA',
  'PURSE_KEY_ALGORAND',
  'PURSE_KEY_TEMPO',
]

/** Settings that do nothing without one of some others. */
const NEED_ONE: readonly (readonly [names: readonly SettingName[], one: readonly SettingName[]])[] =
  [
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

/** What tells for whom an instance is meant. */
export type MeantFor = Pick<Settings, 'serving' | 'names'>

/** A sandbox starts by itself only where nothing says that this is meant for buyers. */
export function wantsSandbox(settings: MeantFor): boolean {
  const { SANDBOX, FREE_MODE } = settings.serving
  if (SANDBOX !== undefined) return SANDBOX
  return isAtHome(settings) && !FREE_MODE
}

/** Nothing says that this instance is meant for buyers. */
export function isAtHome({ serving, names }: MeantFor): boolean {
  const isMoneySet = MONEY.some((name) => names.has(name))
  return serving.NODE_ENV !== 'production' && !isMoneySet && isLoopback(serving.HOST)
}

/** The settings as tools see them, with the defaults for instances without real payments. */
export function settingsOf(
  settings: MeantFor & Pick<Settings, 'text'>,
  declared: readonly Setting[],
): ReadText {
  const { text, serving } = settings
  if (!serving.FREE_MODE && !wantsSandbox(settings)) return text
  const defaults = new Map(declared.map(({ name, withoutMoney }) => [name, withoutMoney]))
  return (name) => text(name) ?? defaults.get(name)
}

type Checked = MeantFor & Pick<Settings, 'payments' | 'settlement' | 'text'>

/**
 * What an operator should know at start, each in one sentence. `tools` are the slugs and families
 * of all tools.
 */
export function settingWarnings(
  settings: Checked,
  { declared, tools }: { declared: readonly Setting[]; tools: ReadonlySet<string> },
): readonly string[] {
  const { serving, settlement, names } = settings
  const { FREE_MODE, BASE_URL, SANDBOX, TOOLS_OFF } = serving
  const { PAY_TO } = settings.payments
  const isPublic = serving.NODE_ENV === 'production' || !isLoopback(serving.HOST)
  const money = MONEY.filter((name) => names.has(name))
  const known = [...Object.keys(OWN_SETTINGS), ...declared.map(({ name }) => name)]
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
    settlement.SETTLEMENT_KEY !== undefined &&
      Object.keys(settlement.RPC_URLS).length === 0 &&
      'SETTLEMENT_KEY is not used: RPC_URLS names no node, nor does EVM_RPC_BASE_URL or its like.',
    PAY_TO === undefined &&
      !FREE_MODE &&
      !wantsSandbox(settings) &&
      'PAY_TO is not set: no wallet can pay on this instance.',
    ...nodesNamedTwice(settings),
    ...NEED_PAY_TO.filter((name) => PAY_TO === undefined && names.has(name)).map(
      (name) => `${name} is not used: PAY_TO is not set.`,
    ),
    // The sandbox has a purse of its own.
    ...(wantsSandbox(settings) ? [] : unusedIn(names)),
    ...TOOLS_OFF.filter((name) => !tools.has(name)).map(
      (name) => `TOOLS_OFF names ${name}, which is neither a tool nor a family.`,
    ),
  ]
  const unknown = [...names].flatMap((name) => {
    const alike = known.includes(name) ? null : similarTo(name, known)
    if (alike === null) return []
    return [`${name} is not a setting${alike ? `: do you mean ${alike}?` : '.'}`]
  })
  return [...said.filter((sentence) => typeof sentence === 'string'), ...unknown]
}

/** What `TOOLS_OFF` may name. */
export const namesIn = ({ tools, packs = {}, families }: Loaded): ReadonlySet<string> =>
  new Set([
    ...tools.map(({ slug }) => slug),
    ...Object.keys(packs).map((slug) => `skill-${slug}`),
    ...Object.keys(families),
    ...Object.values(families).flatMap(({ formerly }) => formerly ?? []),
  ])

const unusedIn = (given: Settings['names']): readonly string[] =>
  NEED_ONE.flatMap(([names, one]) =>
    one.some((name) => given.has(name))
      ? []
      : names
          .filter((name) => given.has(name))
          .map((name) => `${name} is not used: ${noneOf(one)}.`),
  )

const noneOf = (names: readonly string[]): string =>
  names.length === 1 ? `${names[0]} is not set` : `none of ${names.join(', ')} is set`

/** A network for which payments and tools use different nodes, or tools have none. */
function nodesNamedTwice({ payments, settlement, names, text }: Checked): readonly string[] {
  if (payments.PAY_TO === undefined || !names.has('RPC_URLS')) return []
  return EVM_NETWORKS.flatMap((network) => {
    const name = nodeSettingOf(network)
    const ours = settlement.RPC_URLS[`eip155:${network.chainId}`]
    const theirs = nodesIn(text(name))
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
