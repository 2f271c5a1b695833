import { lookup } from 'node:dns/promises'
import { ask } from './_dns.ts'

/** The addresses of a host. No address and an error both mean that it cannot be reached. */
export type Resolve = (host: string) => Promise<readonly string[]>

/**
 * For names from callers: asks the name servers directly. So slow servers do not block the few
 * threads of the system's resolver, and no hosts file applies.
 */
export const resolveBy =
  (servers: readonly string[]): Resolve =>
  async (host) => {
    const asking = { servers, signal: new AbortController().signal }
    const answers = await Promise.allSettled([
      ask(host, (server, name) => server.resolve4(name), asking),
      ask(host, (server, name) => server.resolve6(name), asking),
    ])
    const addresses = answers.flatMap((answer) =>
      answer.status === 'fulfilled' ? answer.value : [],
    )
    const failed = answers.find((answer) => answer.status === 'rejected')
    if (addresses.length === 0 && failed) throw failed.reason
    return addresses
  }

/** For names from the operator, such as `localhost` or a host in the same network. */
export const resolveBySystem: Resolve = async (host) =>
  (await lookup(host, { all: true })).map(({ address }) => address)
