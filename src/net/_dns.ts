import { Resolver } from 'node:dns/promises'
import { Fault, notFound } from '../core/fault.ts'

const TRY_MS = 1_500
const TRIES = 2
const WHOLE_MS = 6_000

export interface Asking {
  /** Addresses of name servers, those of the machine if there are none. */
  readonly servers: readonly string[]
  readonly signal: AbortSignal
}

export type Question<T> = (resolver: Resolver, name: string) => Promise<readonly T[]>

/**
 * Puts one question to the name servers. No record of the kind is an answer, no such name a fault.
 */
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

/** `DNS_SERVERS`: addresses, each with a port where it is not 53, separated by commas. */
export function dnsServers(setting: string | undefined): readonly string[] {
  const servers = (setting ?? '').split(',').flatMap((server) => server.trim() || [])
  try {
    if (servers.length > 0) new Resolver().setServers(servers)
    return servers
  } catch (cause) {
    throw new Fault(
      'not_configured',
      'DNS_SERVERS must be addresses such as 1.1.1.1 or 127.0.0.1:5353, separated by commas.',
      { cause },
    )
  }
}
