import { notFound } from '../../../base/core/fault.ts'
import { DAY_MS } from '../../../base/core/milliseconds.ts'
import type { Endpoint, Instance } from '../endpoint.ts'

/** RFC 9116 wants less than a year; a copy that is not renewed expires. */
const GOOD_FOR_DAYS = 180
const FRESH_SECONDS = 86_400

/** The address for reports of vulnerabilities: RFC 9116. */
export const securityTxt = ({
  settings,
  shop,
  now,
}: Pick<Instance, 'settings' | 'shop' | 'now'>): Endpoint => ({
  method: 'GET',
  path: '/.well-known/security.txt',
  handle() {
    const { SECURITY_CONTACT: contacts } = settings.serving
    if (contacts.length === 0) throw notFound('Not found: SECURITY_CONTACT is not set.')
    const day = Math.floor(now() / DAY_MS) + GOOD_FOR_DAYS
    const lines = [
      ...contacts.map((contact) => `Contact: ${contact}`),
      `Expires: ${new Date(day * DAY_MS).toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${shop.site.baseUrl}/.well-known/security.txt`,
      '',
    ]
    const headers = [['cache-control', `public, max-age=${FRESH_SECONDS}`]] as const
    const bytes = Buffer.from(lines.join('\n'))
    return {
      status: 200,
      headers,
      body: { kind: 'binary', contentType: 'text/plain; charset=utf-8', bytes },
    }
  },
})
