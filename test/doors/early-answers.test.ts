import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestService, type TestService } from '../support/service.ts'

/** Answers that are ready before the body has arrived. */
const LENGTH = 600_000
const PIECE = Buffer.alloc(100_000, ' ')
let service: TestService
beforeAll(async () => void (service = await openTestService()))
afterAll(() => service.stop())

/** Sends a head, waits for the answer, and only then sends the body. */
async function sentLate(path: string, pieces: number): Promise<{ status: number; broke: unknown }> {
  const socket = connect({ port: Number(new URL(service.url).port), host: '127.0.0.1' })
  let broke: unknown = null
  socket.on('error', (thrown) => (broke = thrown))
  const head = ['host: localhost', 'connection: close', `content-length: ${LENGTH}`]
  socket.write(`POST ${path} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`)
  const [answer] = (await once(socket, 'data')) as [Buffer]
  for (let sent = 0; sent < pieces; sent += 1) {
    socket.write(PIECE)
    await sleep(5)
  }
  if (!socket.closed) await once(socket, 'close').catch(() => {})
  return { status: Number(answer.toString('latin1', 9, 12)), broke }
}

test.each([
  ['/api/hash', 402],
  ['/api/csv-to-json', 402],
  ['/api/nothing', 404],
])(
  'the sender of a body to %s reads the early answer, and can end its body',
  async (path, status) => {
    expect(await sentLate(path, LENGTH / PIECE.length)).toEqual({ status, broke: null })
  },
)

test('a body that does not come holds the connection for a moment only', async () => {
  expect(await sentLate('/api/hash', 1)).toEqual({ status: 402, broke: null })
})
