import { parseAccept } from 'hono/utils/accept'
import type { CallRequest } from '../../base/core/call.ts'

/** What a request asks for by name; An asterisk asks for nothing, and gets what programs read. */
export type Preferred = 'html' | 'markdown' | 'data'

const NAMED: Readonly<Record<string, Preferred>> = {
  'text/html': 'html',
  'application/xhtml+xml': 'html',
  'text/markdown': 'markdown',
  'application/json': 'data',
}

/** Browsers name HTML first; programs say JSON, anything or nothing. */
export function preferredBy({ header }: Pick<CallRequest, 'header'>): Preferred {
  const accepted = parseAccept(header('accept') ?? '')
    .filter(({ type, q }) => q > 0 && type in NAMED)
    .toSorted((a, b) => b.q - a.q)
  const [best] = accepted
  return (best && NAMED[best.type]) ?? 'data'
}
