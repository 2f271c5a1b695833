import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface LeanLoad {
  readonly url: string
  readonly path: string
  readonly body: string
  readonly status: number
  readonly amount: number
  /** Of each request, a line each. */
  headersOf?(): string
  /** A connection of its own for each request. */
  readonly isOnce?: boolean
}

const CONNECTIONS = 32
const END = Buffer.from('\r\n\r\n')
const LENGTH = Buffer.from('Content-Length: ')

/**
 * Posts over raw sockets, and reads no more than the status and the length of what it hears: where
 * load and server share their cores, a client with comforts takes as much of them as the server.
 * Answers calls per second.
 */
export async function leanPerSecond(load: LeanLoad): Promise<number> {
  const { hostname, port } = new URL(load.url)
  const open = async (): Promise<Socket> => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    await once(socket, 'connect')
    return socket
  }
  const ending = load.isOnce ? 'connection: close\r\n' : ''
  const wordsOf = (): string =>
    `POST ${load.path} HTTP/1.1\r\nhost: ${hostname}:${port}\r\n${load.headersOf?.() ?? ''}${ending}content-length: ${load.body.length}\r\n\r\n${load.body}`
  const status = `HTTP/1.1 ${load.status} `
  let begun = 0

  async function buy(): Promise<void> {
    if (load.isOnce) {
      while (begun++ < load.amount) {
        const socket = await open()
        await heard(socket, wordsOf(), status)
        socket.destroy()
      }
      return
    }
    const socket = await open()
    while (begun++ < load.amount) await heard(socket, wordsOf(), status)
    socket.destroy()
  }

  const started = performance.now()
  await Promise.all(Array.from({ length: CONNECTIONS }, buy))
  return load.amount / ((performance.now() - started) / 1_000)
}

/** Resolves behind the last byte of the answer. */
function heard(socket: Socket, words: string, status: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let all: Buffer | null = null
    let whole = 0
    const done = (thrown?: Error): void => {
      socket.off('data', hear).off('error', done).off('close', cut)
      if (thrown) reject(thrown)
      else resolve()
    }
    const cut = (): void => done(new Error('the connection was cut'))
    function hear(piece: Buffer): void {
      all = all ? Buffer.concat([all, piece]) : piece
      if (whole === 0) whole = lengthOf(all, status)
      if (whole > 0 && all.length >= whole) done()
    }
    socket.on('data', hear).on('error', done).on('close', cut)
    socket.write(words)
  })
}

/** Of head and body together; 0 until the head is there. Throws at another status. */
function lengthOf(answer: Buffer, status: string): number {
  const end = answer.indexOf(END)
  if (end < 0) return 0
  const said = answer.toString('latin1', 0, status.length)
  const at = answer.indexOf(LENGTH)
  if (said !== status || at < 0 || at > end) throw new Error(answer.toString('latin1', 0, end))
  return end + END.length + Number.parseInt(answer.toString('latin1', at + LENGTH.length, end), 10)
}
