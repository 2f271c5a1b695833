import { Resolver } from 'node:dns/promises'
import { z } from 'zod'
import { Fault, notFound } from '../../base/core/fault.ts'
import type { ReadText, Setting } from '../../base/core/setting.ts'

const TRY_MS = 1_500
const TRIES = 2
const WHOLE_MS = 6_000

export interface Asking {
  /** Addresses of name servers; without any, those of the system. */
  readonly servers: readonly string[]
  readonly signal: AbortSignal
}

export type Question<T> = (resolver: Resolver, name: string) => Promise<readonly T[]>

/** Asks the name servers one question. A missing record is an answer; a missing name is a fault. */
export async function ask<T>(
  name: string,
  question: Question<T>,
  { servers, signal }: Asking,
): Promise<readonly T[]> {
  const resolver = new Resolver({ timeout: TRY_MS, tries: TRIES })
  if (servers.length > 0) resolver.setServers(servers)
  const either = AbortSignal.any([signal, AbortSignal.timeout(WHOLE_MS)])
  const cancel = () => resolver.cancel()
  either.addEventListener('abort', cancel, { once: true })
  try {
    signal.throwIfAborted()
    return await question(resolver, name)
  } catch (thrown) {
    const code = codeOf(thrown)
    if (code === 'ENODATA') return []
    throw signal.aborted ? new Fault('caller_gone', 'The caller hung up.') : faultOf(code, thrown)
  } finally {
    either.removeEventListener('abort', cancel)
  }
}

function faultOf(code: string, cause: unknown): Fault {
  switch (code) {
    case 'ENOTFOUND':
      return notFound('No such domain.')
    case 'EBADNAME':
      return new Fault('bad_input', 'name: is not a domain name.')
    case 'ETIMEOUT':
    case 'ECANCELLED':
      return new Fault('upstream_timeout', 'The name servers took too long.', { cause })
    case 'ECONNREFUSED':
      return new Fault('upstream_unreachable', 'No name server could be reached.', { cause })
    default:
      return new Fault('upstream_failed', `The name servers failed (${code}).`, { cause })
  }
}

const codeOf = (thrown: unknown): string => (thrown as NodeJS.ErrnoException).code ?? 'unknown'

/** `DNS_SERVERS` as a list, empty for the servers of the system. */
export const dnsServers = (read: ReadText): readonly string[] =>
  listOf(read(DNS_SERVERS.name) ?? '')

const listOf = (text: string): readonly string[] =>
  text.split(',').flatMap((server) => server.trim() || [])

function isUsable(text: string): boolean {
  try {
    new Resolver().setServers(listOf(text))
    return true
  } catch {
    return false
  }
}

/** Read by every capability that resolves names. */
export const DNS_SERVERS = {
  name: 'DNS_SERVERS',
  description:
    'Comma-separated DNS servers (`ip[:port]`) for tools that resolve names. Default: those of the system.',
  schema: z.string().refine(isUsable, {
    error: 'must be addresses such as 1.1.1.1 or 127.0.0.1:5353, separated by commas',
  }),
} as const satisfies Setting
