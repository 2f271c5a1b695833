import { domainToASCII } from 'node:url'

/** Facts about an address that need no request. */

export interface Address {
  readonly local: string
  readonly domain: string
}

const ATOM = /^[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+$/u
const QUOTED = /^"(?:[^"\\\r\n]|\\[^\r\n])*"$/
const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/i

/** RFC 5321 and 6531: `local@domain`, without comments and addresses of hosts in brackets. */
export function readAddress(email: string): Address | { readonly problem: string } {
  const at = email.lastIndexOf('@')
  if (at < 0) return { problem: 'there is no @' }
  const [local, domain] = [email.slice(0, at), email.slice(at + 1)]
  if (local === '') return { problem: 'there is no text before the @' }
  if (Buffer.byteLength(local) > 64) return { problem: 'there are more than 64 bytes before the @' }
  if (!QUOTED.test(local)) {
    const wrong = local.split('.').find((atom) => !ATOM.test(atom))
    if (wrong === '') return { problem: 'a full stop is at an end of the name, or next to another' }
    if (wrong !== undefined)
      return { problem: `${JSON.stringify(wrong.slice(0, 40))} is not a valid name` }
  }
  const ascii = domainToASCII(domain)
  const labels = ascii.split('.')
  if (ascii === '' || ascii.length > 253)
    return { problem: 'the domain is not a valid domain name' }
  if (labels.length < 2) return { problem: 'the domain has no full stop' }
  if (!labels.every((label) => LABEL.test(label)))
    return { problem: 'the domain is not a valid domain name' }
  if (/^\d+$/.test(labels.at(-1) ?? '')) return { problem: 'the domain ends in a number' }
  return { local, domain }
}

/** Role addresses, by RFC 2142 and by custom. */
export const ROLES: ReadonlySet<string> = new Set(
  (
    'abuse accounting accounts admin administrator all billing careers compliance contact dev ' +
    'devnull dns editor enquiries events everyone feedback finance ftp hello help hostmaster hr ' +
    'info inquiries investor investors it jobs legal list list-request mail mailer-daemon ' +
    'marketing media news newsletter no-reply noc noreply office operations orders partners ' +
    'payments postmaster press privacy recruiting registrar root sales security service shop spam ' +
    'subscribe support sysadmin team tech unsubscribe usenet uucp webmaster welcome www'
  ).split(' '),
)

/** Services that hide an address and forward mail; lists count them as disposable. */
const RELAYS: ReadonlySet<string> = new Set([
  'addy.io',
  'anonaddy.com',
  'anonaddy.me',
  'aleeas.com',
  'duck.com',
  'icloud-private-relay.com',
  'mozmail.com',
  'opayq.com',
  'passinbox.com',
  'passmail.net',
  'privaterelay.appleid.com',
  'relay.firefox.com',
  'simplelogin.co',
  'simplelogin.com',
  'simplelogin.fr',
  'slmail.me',
])

/** By our own list first, then by public lists; loaded by the first call. */
export async function kindOfDomain(
  domain: string,
): Promise<'relay' | 'disposable' | 'free' | 'other'> {
  const parents = domain.split('.').map((_, at, all) => all.slice(at).join('.'))
  if (parents.some((one) => RELAYS.has(one))) return 'relay'
  const { default: checker } = await import('mailchecker')
  if (!checker.isValid(`someone@${domain}`)) return 'disposable'
  // Copied here, because its package makes a request to the internet when it is installed.
  const { default: free } = await import('./_free-mail.json', { with: { type: 'json' } })
  return free.domains.includes(` ${domain} `) ? 'free' : 'other'
}

const WELL_KNOWN = [
  'gmail.com',
  'googlemail.com',
  'yahoo.com',
  'yahoo.co.uk',
  'hotmail.com',
  'hotmail.co.uk',
  'outlook.com',
  'live.com',
  'msn.com',
  'icloud.com',
  'me.com',
  'aol.com',
  'comcast.net',
  'protonmail.com',
  'proton.me',
  'gmx.de',
  'gmx.net',
  'web.de',
  'mail.ru',
  'yandex.ru',
  'qq.com',
  '163.com',
  'orange.fr',
  'wanadoo.fr',
  'libero.it',
]
const ENDINGS: Readonly<Record<string, string>> = {
  con: 'com',
  cmo: 'com',
  ocm: 'com',
  comm: 'com',
  vom: 'com',
  xom: 'com',
  nte: 'net',
  ogr: 'org',
}

/** The well-known domain that is one typing error away. */
export function suggestedDomain(domain: string): string | undefined {
  if (WELL_KNOWN.includes(domain)) return undefined
  // Short names are too often one typing error apart.
  const near = WELL_KNOWN.filter((known) => known.length > 7 && distance(domain, known) <= 1)
  if (near[0] !== undefined) return near[0]
  const dot = domain.lastIndexOf('.')
  const ending = ENDINGS[domain.slice(dot + 1)]
  return ending === undefined ? undefined : `${domain.slice(0, dot)}.${ending}`
}

/**
 * Letters that are inserted, left out, replaced, or swapped with a neighbour; above 2 it answers 3.
 */
function distance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return 3
  const rows = [Array.from({ length: b.length + 1 }, (_, at) => at)]
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const change = (rows[i - 1]?.[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      let least = Math.min((rows[i - 1]?.[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, change)
      if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, (rows[i - 2]?.[j - 2] ?? 0) + 1)
      row.push(least)
    }
    rows.push(row)
  }
  return rows[a.length]?.[b.length] ?? 3
}
