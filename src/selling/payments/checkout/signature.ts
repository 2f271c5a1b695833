import { createHmac, timingSafeEqual } from 'node:crypto'

const TOLERANCE_SECONDS = 300

/**
 * Whether a header `t=<seconds>,v1=<hex>` signs these bytes with one of the secrets, and lately.
 * There may be several `v1`, and several secrets, while a secret is replaced.
 */
export function isSignedBy(
  secrets: readonly string[],
  { text, header, now }: { readonly text: string; readonly header: string; readonly now: number },
): boolean {
  const parts = header.split(',').map((part) => part.trim().split('='))
  const at = Number(parts.find(([name]) => name === 't')?.[1])
  if (!Number.isSafeInteger(at) || Math.abs(now / 1000 - at) > TOLERANCE_SECONDS) return false
  const given = parts
    .filter(([name]) => name === 'v1')
    .map(([, hex = '']) => Buffer.from(hex, 'hex'))
  return secrets.some((secret) => {
    const own = createHmac('sha256', secret).update(`${at}.${text}`).digest()
    return given.some((each) => each.length === own.length && timingSafeEqual(each, own))
  })
}
