import { evmNetworkOf, NETWORKS } from '../../outside/chains/networks.ts'
import type { Accept } from './accepts.ts'

/** Under what name an offer advertises its token, and what the chain calls it. */
export interface DomainFinding {
  readonly network: string
  readonly asset: string | null
  /** `unknown`: the token is not in our table. `missing`: the offer does not say. */
  readonly verdict: 'match' | 'mismatch' | 'missing' | 'unknown'
  readonly advertised: Accept['domain']
  readonly expected: Accept['domain']
}

/** Whether an offer names its token as the chain does: else a signature would fail. */
export function domainFinding({
  network,
  asset,
  domain: advertised,
}: Accept): DomainFinding | null {
  if (!network?.startsWith('eip155:')) return null
  const known = NETWORKS.find(({ id, family }) => id === network && family === 'evm')
  const isKnown = known !== undefined && known.asset.toLowerCase() === asset?.toLowerCase()
  const expected = isKnown ? evmNetworkOf(network).domain : null
  const found = { network, asset, advertised, expected }
  if (expected === null) return { ...found, verdict: 'unknown' }
  if (advertised === null) return { ...found, verdict: 'missing' }
  const isSame = advertised.name === expected.name && advertised.version === expected.version
  return { ...found, verdict: isSame ? 'match' : 'mismatch' }
}

/** Both names of a known token that is advertised under another one. */
export function domainProblem(accept: Accept): string | null {
  const finding = domainFinding(accept)
  if (finding?.verdict !== 'mismatch') return null
  const [told, real] = [finding.advertised, finding.expected].map(
    (domain) => `"${domain?.name}" version ${domain?.version}`,
  )
  return `advertised as ${told}, is ${real}`
}
