import { z } from 'zod'
import { Fault } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { sites, type Visit } from '../../../../outside/net/sites.ts'
import { domainName } from '../../../../base/lib/domain-name.ts'
import { objectIn } from '../../../../base/lib/json-object.ts'
import { failure } from './_fetched.ts'
import { isoTime } from '../../../../base/lib/iso-time.ts'

const BYTES_MAX = 64 * 1024
const TIMEOUT_MS = 8_000

export default defineTool({
  route: 'GET /api/wellknown-probe',
  name: 'Well-known files',
  description:
    'Well-known files that a domain serves: security.txt, llms.txt, robots.txt, ads.txt, agent ' +
    'cards, OpenID configuration and more.',
  asks: [
    'check for security.txt and ads.txt on a domain',
    'which well-known files does this site have',
    'does a site have security.txt or llms.txt',
  ],
  price: '$0.003',
  uses: { sites },
  input: z.object({ domain: domainName().describe('Host that serves them, such as example.com.') }),
  output: z.object({
    domain: z.string().describe('The domain, in lower-case ASCII.'),
    found: z
      .array(
        z.object({
          path: z.string().describe('Path on the host.'),
          status: z.int().describe('HTTP status.'),
          contentType: z.string().nullable().describe('Content-Type of the answer.'),
          summary: z.string().describe('Short summary of the file.'),
        }),
      )
      .describe('Files that the host serves.'),
    securityTxt: z
      .object({
        contact: z.array(z.string()).describe('Where to report problems.'),
        expiresIso: z.iso.datetime().nullable().describe('Date after which the file is not valid.'),
        expired: z.boolean().describe('Whether the file is past its date.'),
        policy: z.string().nullable().describe('Address of the policy on reports.'),
        encryption: z.string().nullable().describe('Address of the key for encrypted reports.'),
        signed: z.boolean().describe('Whether the file is signed with OpenPGP.'),
      })
      .nullable()
      .describe('Content of security.txt (RFC 9116); null without one.'),
    llmsTxt: z.boolean().describe('Whether there is an llms.txt.'),
    count: z.int().describe('Number of files found.'),
  }),
  examples: [
    {
      at: '2026-01-01T00:00:00Z',
      input: { domain: 'example.com' },
      output: {
        untrustedContent: true,
        domain: 'example.com',
        found: [
          {
            path: '/.well-known/security.txt',
            status: 200,
            contentType: 'text/plain',
            summary: 'Contact: mailto:security@example.com',
          },
          {
            path: '/robots.txt',
            status: 200,
            contentType: 'text/plain',
            summary: 'User-agent: *',
          },
          {
            path: '/.well-known/agent-card.json',
            status: 200,
            contentType: 'application/json',
            summary: 'protocolVersion, name, description, url, version, capabilities, ...',
          },
        ],
        securityTxt: {
          contact: ['mailto:security@example.com'],
          expiresIso: '2026-06-01T00:00:00.000Z',
          expired: false,
          policy: null,
          encryption: null,
          signed: false,
        },
        llmsTxt: false,
        count: 3,
        source: 'example.com',
        asOf: '2026-01-01T00:00:00.000Z',
      },
    },
  ],

  async run({ domain }, { sites, now }) {
    const visits = await Promise.all(
      WELL_KNOWN.map(({ path }) =>
        sites
          .visit(`https://${domain}${path}`, {
            bytesMax: BYTES_MAX,
            redirectsMax: 3,
            timeoutMs: TIMEOUT_MS,
          })
          .catch(failure),
      ),
    )
    if (visits.every((visit) => typeof visit === 'string'))
      throw new Fault('upstream_unreachable', visits[0] as string)
    const rows = WELL_KNOWN.flatMap(({ path, kind }, at) => {
      const visit = visits[at]!
      return typeof visit !== 'string' && isThere(visit, kind) ? [{ path, visit }] : []
    })
    const security = rows.find(({ path }) => path.endsWith('/security.txt'))
    return {
      domain,
      found: rows.map(({ path, visit }) => ({
        path,
        status: visit.status,
        contentType: visit.headers.get('content-type'),
        summary: summaryOf(visit.bytes.toString('utf8')),
      })),
      securityTxt: security ? securityTxtOf(security.visit.bytes.toString('utf8'), now()) : null,
      llmsTxt: rows.some(({ path }) => path === '/llms.txt'),
      count: rows.length,
    }
  },
})

/** Many sites answer every path with a page and 200; that is not the file. */
function isThere({ status, headers, bytes }: Visit, kind: 'json' | 'text'): boolean {
  const text = bytes.toString('utf8').trimStart()
  if (status !== 200 || text === '') return false
  if (/html/i.test(headers.get('content-type') ?? '') || /^<(!doctype|html)/i.test(text))
    return false
  return kind === 'text' || /^[{[]/.test(text)
}

interface WellKnown {
  readonly path: string
  readonly kind: 'json' | 'text'
}

const text = (path: string): WellKnown => ({ path, kind: 'text' })
const json = (path: string): WellKnown => ({ path, kind: 'json' })

const WELL_KNOWN: readonly WellKnown[] = [
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

/** The names of its members, or its first line that is not a comment. */
function summaryOf(content: string): string {
  const keys = Object.keys(objectIn(content) ?? {})
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
function securityTxtOf(content: string, nowMs: number) {
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
