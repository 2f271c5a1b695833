import { Fault } from '../../../../base/core/fault.ts'
import { crossCheckField, type Source } from '../../../../base/lib/cross-check.ts'
import type { DohAnswer } from '../../../../capabilities/upstreams/public-resolvers.ts'
import type { Caa, Records, Resolver } from '../../../../outside/net/resolver.ts'

/** A public resolver over HTTPS, whose records are texts. */
interface PublicResolver {
  readonly title: string
  ask(name: string, type: string): Promise<DohAnswer>
}

interface Resolvers {
  readonly resolver: Resolver
  readonly cloudflareDns: PublicResolver
  readonly googleDns: PublicResolver
}

/** The title that answers of the name servers have as their source. */
const DNS = 'DNS'

/** The name servers of this instance, then public ones. */
export const resolversOf = ({
  resolver,
  cloudflareDns,
  googleDns,
}: Resolvers): readonly Source<Resolver>[] => [
  { title: DNS, provider: resolver },
  ...[cloudflareDns, googleDns].map((one) => ({ title: one.title, provider: overHttps(one) })),
]

export const dnsCrossCheck = () =>
  crossCheckField(
    'the name servers of this instance, Cloudflare DNS and Google Public DNS. A large site may have other addresses for each',
  )

type Type = keyof Records

const TYPES: Readonly<Record<Type, number>> = {
  A: 1,
  NS: 2,
  CNAME: 5,
  SOA: 6,
  PTR: 12,
  MX: 15,
  TXT: 16,
  AAAA: 28,
  CAA: 257,
}

const overHttps = ({ title, ask }: PublicResolver): Resolver => ({
  async resolve<T extends Type>(name: string, type: T) {
    const { records } = await ask(name, type)
    const read = READERS[type] as (data: string) => Records[T] | null
    const found = records
      .filter((record) => record.type === TYPES[type])
      .map(({ data }) => {
        const record = read(data)
        if (record !== null) return record
        throw new Fault('upstream_failed', `${title} sent a record ${type} that cannot be read.`)
      })
    return type === 'MX' ? (inOrder(found as Records['MX'][]) as unknown as typeof found) : found
  },
})

const inOrder = (exchanges: readonly Records['MX'][]) =>
  exchanges.toSorted((a, b) => a.priority - b.priority)

/** The root is an empty name, as the name servers write it. */
const nameIn = (data: string): string => data.trim().replace(/\.$/, '')

/** Records in the presentation of zone files; null for one that is none. */
const READERS: { readonly [T in Type]: (data: string) => Records[T] | null } = {
  A: (data) => data,
  AAAA: (data) => data,
  NS: nameIn,
  CNAME: nameIn,
  PTR: nameIn,
  TXT: stringsIn,
  MX(data) {
    const [, priority, exchange = ''] = /^(\d{1,5}) +(\S+)$/.exec(data.trim()) ?? []
    return priority === undefined
      ? null
      : { exchange: nameIn(exchange), priority: Number(priority) }
  },
  SOA(data) {
    const [nsname = '', hostmaster = '', ...numbers] = data.trim().split(/\s+/)
    if (numbers.length !== 5 || !numbers.every((one) => /^\d{1,10}$/.test(one))) return null
    const [serial = 0, refresh = 0, retry = 0, expire = 0, minttl = 0] = numbers.map(Number)
    const names = { nsname: nameIn(nsname), hostmaster: nameIn(hostmaster) }
    return { ...names, serial, refresh, retry, expire, minttl }
  },
  CAA: (data) => authorityIn(data) ?? authorityInBytes(data),
}

/** Quoted strings; some resolvers leave the quotes out where there is one string. */
function stringsIn(data: string): readonly string[] {
  const quoted = [...data.matchAll(/"((?:[^"\\]|\\.)*)"/gs)].map(([, inner = '']) =>
    inner.replaceAll(/\\(\d{3}|.)/gs, (_whole, code: string) =>
      code.length === 3 ? String.fromCodePoint(Number(code)) : code,
    ),
  )
  return data.startsWith('"') ? quoted : [data]
}

const CRITICAL = 128

function authorityIn(data: string): Caa | null {
  const [, flags, tag = '', value = ''] = /^(\d{1,3}) +([a-z0-9]+) +"?([^"]*)"?$/i.exec(data) ?? []
  return flags === undefined ? null : { tag, value, critical: Number(flags) >= CRITICAL }
}

/** The form of RFC 3597 for types that a resolver does not know: `\# 9 00 05 69 ...`. */
function authorityInBytes(data: string): Caa | null {
  const [, hex] = /^\\# +\d+ +([0-9a-f ]+)$/i.exec(data) ?? []
  if (hex === undefined) return null
  const bytes = Buffer.from(hex.replaceAll(' ', ''), 'hex')
  const end = 2 + (bytes[1] ?? 0)
  const tag = bytes.toString('latin1', 2, end)
  const critical = (bytes[0] ?? 0) >= CRITICAL
  return tag === '' ? null : { tag, value: bytes.toString('utf8', end), critical }
}
