import type { BareItem, InnerList, Item } from 'structured-headers'

/** Fields whose own documents say that they are structured (RFC 9651), by their kind. */
const KINDS: Readonly<Record<string, 'list' | 'dictionary' | 'item'>> = {
  'accept-ch': 'list',
  'cache-status': 'list',
  'proxy-status': 'list',
  'cdn-cache-control': 'dictionary',
  'content-digest': 'dictionary',
  'repr-digest': 'dictionary',
  'want-content-digest': 'dictionary',
  'want-repr-digest': 'dictionary',
  'cross-origin-opener-policy': 'item',
  'cross-origin-embedder-policy': 'item',
  'origin-agent-cluster': 'item',
  'permissions-policy': 'dictionary',
  priority: 'dictionary',
  ratelimit: 'list',
  'ratelimit-policy': 'list',
  'reporting-endpoints': 'dictionary',
  'sec-ch-ua': 'list',
  'sec-ch-ua-mobile': 'item',
  'sec-ch-ua-platform': 'item',
  'sec-fetch-dest': 'item',
  'sec-fetch-mode': 'item',
  'sec-fetch-site': 'item',
  'sec-fetch-user': 'item',
  signature: 'dictionary',
  'signature-input': 'dictionary',
  'accept-signature': 'dictionary',
}

export async function structuredFields(
  header: (name: string) => string | undefined,
  problems: string[],
): Promise<Record<string, unknown>> {
  const named = Object.entries(KINDS).flatMap(([name, kind]) => {
    const value = header(name)
    return value === undefined ? [] : [[name, kind, value] as const]
  })
  if (named.length === 0) return {}
  const { parseDictionary, parseItem, parseList } = await import('structured-headers')
  const found: Record<string, unknown> = {}
  for (const [name, kind, value] of named)
    try {
      if (kind === 'item') found[name] = memberOf(parseItem(value))
      else if (kind === 'list') found[name] = parseList(value).map(memberOf)
      else
        found[name] = Object.fromEntries(
          [...parseDictionary(value)].map(([key, member]) => [key, memberOf(member)]),
        )
    } catch (thrown) {
      problems.push(`${name}: is no structured field: ${(thrown as Error).message.slice(0, 120)}`)
    }
  return found
}

function memberOf([value, parameters]: Item | InnerList): unknown {
  const plain = Array.isArray(value) ? value.map(memberOf) : bareOf(value)
  if (parameters.size === 0) return { value: plain }
  const told = [...parameters].map(([key, one]) => [key, bareOf(one)])
  return { value: plain, parameters: Object.fromEntries(told) }
}

/** Bytes as they are written, dates as time, tokens as text. */
function bareOf(value: BareItem): unknown {
  if (value instanceof Date) return value.toISOString()
  if (value instanceof ArrayBuffer) return `:${Buffer.from(value).toString('base64')}:`
  if (typeof value === 'object') return String(value)
  return value
}
