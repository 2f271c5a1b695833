import { once } from 'node:events'
import { connect } from 'node:net'
import { parentPort } from 'node:worker_threads'

/** A thread that sends bytes, so that their sender's work is none of the service's. */
export interface Sent {
  readonly port: number
  readonly bytes: Uint8Array
}

export interface Heard {
  readonly status: number
  readonly bodyBytes: number
  /** A page for people, which says the same whatever was sent. */
  readonly isPage: boolean
  /** The first of the body. */
  readonly text: string
}

const SILENCE_MS = 20_000
const TEXT_LENGTH = 400

async function send({ port, bytes }: Sent): Promise<Heard> {
  const socket = connect({ port, host: '127.0.0.1' })
  socket.setTimeout(SILENCE_MS, () => socket.destroy())
  const pieces: Buffer[] = []
  // Whoever is refused early may be cut off while it sends.
  socket.on('error', () => {}).on('data', (piece: Buffer) => pieces.push(piece))
  socket.write(bytes)
  await once(socket, 'close').catch(() => {})
  const whole = Buffer.concat(pieces)
  const end = whole.indexOf('\r\n\r\n')
  return {
    status: Number(/^HTTP\/1\.1 (\d+)/.exec(whole.toString('latin1', 0, 20))?.[1] ?? 0),
    isPage: /\r\ncontent-type: text\/html/i.test(whole.toString('latin1', 0, Math.max(0, end))),
    bodyBytes: Math.max(0, whole.length - end - 4),
    text: whole.toString('latin1', end + 4, end + 4 + TEXT_LENGTH),
  }
}

parentPort?.on('message', (sent: Sent) => {
  void send(sent).then((heard) => parentPort?.postMessage(heard, []))
})
