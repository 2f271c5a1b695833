import { lookup } from 'node:dns/promises'
import { ask } from './_dns.ts'

/** The addresses of a host. An empty answer and a failure both mean that it cannot be reached. */
export type Resolve = (host: string) => Promise<readonly string[]>

/**
 * For names that strangers choose: asks the name servers itself, so that slow ones hold up none of
 * the few threads in which the system looks names up, and so that no hosts file has a say.
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

/** For names that the operator chose, such as `localhost` or a neighbour in the same network. */
export const resolveBySystem: Resolve = async (host) =>
  (await lookup(host, { all: true })).map(({ address }) => address)
