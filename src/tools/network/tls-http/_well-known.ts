import { isoTime } from '../../../lib/iso-time.ts'
import { jsonObject } from './_fetched.ts'

interface WellKnown {
  readonly path: string
  readonly kind: 'json' | 'text'
}

const text = (path: string): WellKnown => ({ path, kind: 'text' })
const json = (path: string): WellKnown => ({ path, kind: 'json' })

export const WELL_KNOWN: readonly WellKnown[] = [
  text('/.well-known/security.txt'),
  text('/robots.txt'),
  text('/llms.txt'),
  text('/llms-full.txt'),
  text('/ads.txt'),
  text('/app-ads.txt'),
  text('/humans.txt'),
  json('/.well-known/agent-card.json'),
  json('/.well-known/agent.json'),
  json('/.well-known/mcp.json'),
  json('/.well-known/x402'),
  json('/.well-known/ai-plugin.json'),
  json('/.well-known/openid-configuration'),
  json('/.well-known/oauth-authorization-server'),
  json('/.well-known/oauth-protected-resource'),
  json('/.well-known/jwks.json'),
  json('/.well-known/assetlinks.json'),
  json('/.well-known/apple-app-site-association'),
  json('/.well-known/nodeinfo'),
  text('/.well-known/host-meta'),
  json('/.well-known/gpc.json'),
  text('/.well-known/dnt-policy.txt'),
]

const SUMMARY_CHARACTERS_MAX = 160
const SUMMARY_KEYS_MAX = 6

/** The names of its members, or its first line that is no comment. */
export function summaryOf(content: string): string {
  const keys = Object.keys(jsonObject(content) ?? {})
  if (keys.length > 0) {
    const rest = keys.length > SUMMARY_KEYS_MAX ? ', ...' : ''
    return `${keys.slice(0, SUMMARY_KEYS_MAX).join(', ')}${rest}`.slice(0, SUMMARY_CHARACTERS_MAX)
  }
  const lines = content.split(/\r?\n/).map((line) => line.trim())
  return (lines.find((line) => line !== '' && !/^(#|-----)/.test(line)) ?? lines[0] ?? '').slice(
    0,
    SUMMARY_CHARACTERS_MAX,
  )
}

/** RFC 9116. */
export function securityTxtOf(content: string, nowMs: number) {
  const fields = content.split(/\r?\n/).flatMap((line): [string, string][] => {
    const [, name = '', value = ''] = /^([A-Za-z-]+):\s*(.+?)\s*$/.exec(line.slice(0, 2_000)) ?? []
    return name === '' ? [] : [[name.toLowerCase(), value]]
  })
  const valuesOf = (wanted: string) =>
    fields.filter(([name]) => name === wanted).map(([, value]) => value)
  const expiresMs = Date.parse(valuesOf('expires')[0] ?? '')
  return {
    contact: valuesOf('contact').slice(0, 20),
    expiresIso: isoTime(expiresMs),
    expired: expiresMs < nowMs,
    policy: valuesOf('policy')[0] ?? null,
    encryption: valuesOf('encryption')[0] ?? null,
    signed: content.includes('-----BEGIN PGP SIGNED MESSAGE-----'),
  }
}
