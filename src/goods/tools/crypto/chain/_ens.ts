import { Fault } from '../../../../base/core/fault.ts'
import { codec, type Hex } from '../../../../engines/onchain/calldata/codec.ts'
import { ensName, type EnsName } from '../../../../engines/onchain/chains/ens-names.ts'
import { foreignObject } from '../../../../base/lib/foreign-json.ts'
import type { Web } from '../../../../outside/net/web.ts'
import type { EvmState } from '../../../../capabilities/upstreams/evm.ts'
import { addressIn, wholeIn } from '../../../../engines/onchain/chains/contract.ts'

/** A tree of names: that of Ethereum, or that of Base. */
export interface NameTree {
  readonly network: 'ethereum' | 'base'
  readonly registry: string
  /** Contract that answers until when a name below `parent` is paid. */
  readonly registrar: string
  readonly parent: string
  /** Parent of the names that belong to addresses. */
  readonly reverse: string
}

/** https://docs.ens.domains/learn/deployments, https://github.com/base/basenames. */
export const ETHEREUM_NAMES: NameTree = {
  network: 'ethereum',
  registry: '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e',
  registrar: '0x57f1887a8BF19b14fC0dF6Fd9B2acc9Af147eA85',
  parent: 'eth',
  reverse: 'addr.reverse',
}
export const BASE_NAMES: NameTree = {
  network: 'base',
  registry: '0xB94704422c2a1E396835A571837Aa5AE53285a95',
  registrar: '0x03c4738Ee98aE44591e1A4A4F3CaB6641d95DD9a',
  parent: 'base.eth',
  reverse: '80002105.reverse',
}

export interface Resolver {
  /** Asks the resolver of the name; null if it has no answer. */
  ask(data: string): Promise<string | null>
  /** Whether a gateway outside the chain was asked. */
  isOffchain(): boolean
}

const RESOLVER = '0x0178b8bf'
const RESOLVE = '0x9061b923'
const SUPPORTS_RESOLVE = `0x01ffc9a7${'9061b923'.padEnd(64, '0')}`
const OFFCHAIN_LOOKUP = '0x556f1830'
const HOPS_MAX = 4
const URLS_MAX = 3
const GATEWAY_BYTES_MAX = 200_000
const GATEWAY_MS = 8_000
const NAME_PARTS_MAX = 10

/** The resolver of a name, or of the nearest name above that answers for those below (ENSIP-10). */
export async function resolverOf(
  state: EvmState,
  tree: NameTree,
  asked: EnsName,
  web: Web,
): Promise<Resolver | null> {
  const labels = asked.name.split('.')
  const above = labels.slice(0, NAME_PARTS_MAX).map((_, at) => labels.slice(at).join('.'))
  const names = await Promise.all(above.map((name) => ensName(name)))
  const found = await Promise.all(
    names.map(async (one) => {
      if (!one) return null
      const said = await state.call({ to: tree.registry, data: RESOLVER + one.node.slice(2) })
      return said.isOk ? addressIn(said.data) : null
    }),
  )
  const place = found.findIndex((address) => address !== null)
  const address = found[place]
  if (!address) return null
  const takesNames = wholeIn(await state.call({ to: address, data: SUPPORTS_RESOLVE })) === 1n
  if (place > 0 && !takesNames) return null
  let hasLeft = false
  const ask = async (data: string): Promise<string | null> => {
    const sent = takesNames ? await wrapped(asked.packed, data) : data
    const told = await followed({ state, web, left: () => (hasLeft = true) }, address, sent, 0)
    if (told === null || told === '0x') return null
    return takesNames ? bytesIn(told) : told
  }
  return { ask, isOffchain: () => hasLeft }
}

async function wrapped(packed: string, data: string): Promise<string> {
  const { encodeAbiParameters } = await codec()
  const types = [{ type: 'bytes' }, { type: 'bytes' }] as const
  return RESOLVE + encodeAbiParameters(types, [packed as Hex, data as Hex]).slice(2)
}

/** Bytes within an answer; null for an answer in another form. */
export async function bytesIn(data: string): Promise<string | null> {
  const { decodeAbiParameters } = await codec()
  try {
    return decodeAbiParameters([{ type: 'bytes' }], data as Hex)[0]
  } catch {
    return null
  }
}

interface Asking {
  readonly state: EvmState
  readonly web: Web
  left(): void
}

/** A call that may refer to a gateway, whose answer the contract then checks (ERC-3668). */
async function followed(
  asking: Asking,
  to: string,
  data: string,
  hop: number,
): Promise<string | null> {
  const said = await asking.state.call({ to, data })
  if (said.isOk) return said.data
  if (!said.data?.startsWith(OFFCHAIN_LOOKUP) || hop >= HOPS_MAX) return null
  const lookup = await lookupIn(said.data)
  if (!lookup || lookup.sender.toLowerCase() !== to.toLowerCase()) return null
  asking.left()
  for (const url of lookup.urls.slice(0, URLS_MAX)) {
    const answer = await atGateway(asking.web, url, lookup)
    if (answer === null) continue
    const { encodeAbiParameters } = await codec()
    const types = [{ type: 'bytes' }, { type: 'bytes' }] as const
    const back = encodeAbiParameters(types, [answer as Hex, lookup.extra as Hex]).slice(2)
    return followed(asking, to, lookup.callback + back, hop + 1)
  }
  throw new Fault('upstream_failed', 'The gateway of this name does not answer.')
}

interface Lookup {
  readonly sender: string
  readonly urls: readonly string[]
  readonly data: string
  readonly callback: string
  readonly extra: string
}

async function lookupIn(thrown: string): Promise<Lookup | null> {
  const { decodeAbiParameters, parseAbiParameters } = await codec()
  const types = parseAbiParameters('address, string[], bytes, bytes4, bytes')
  try {
    const [sender, urls, data, callback, extra] = decodeAbiParameters(
      types,
      `0x${thrown.slice(10)}`,
    )
    return { sender, urls, data, callback, extra }
  } catch {
    return null
  }
}

/** Null where the gateway fails: the next one is asked. */
async function atGateway(web: Web, template: string, lookup: Lookup): Promise<string | null> {
  const { sender, data } = lookup
  const isGet = template.includes('{data}')
  const url = template
    .replaceAll('{sender}', sender.toLowerCase())
    .replaceAll('{data}', data.toLowerCase())
  if (!/^https:\/\//i.test(url) || !URL.canParse(url)) return null
  const headers = { 'content-type': 'application/json' }
  const posted = { method: 'POST', headers, body: JSON.stringify({ data, sender }) } as const
  const limits = { bytesMax: GATEWAY_BYTES_MAX, timeoutMs: GATEWAY_MS }
  try {
    const { status, bytes } = await web.request(url, { ...(isGet ? {} : posted), ...limits })
    const said = status === 200 ? foreignObject(bytes)?.['data'] : undefined
    return typeof said === 'string' && /^0x([0-9a-f]{2})*$/i.test(said) ? said : null
  } catch (thrown) {
    if (thrown instanceof Fault && thrown.code !== 'caller_gone') return null
    throw thrown
  }
}
