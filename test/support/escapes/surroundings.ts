import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Surroundings } from './host-realm-thread.ts'

/** Everything that a program should not find, and whether anything of it was touched. */
export async function openSurroundings() {
  const folder = await mkdtemp(join(tmpdir(), 'farebox-escape-'))
  const canary = join(folder, 'canary.mjs')
  await writeFile(canary, 'export default "canary"\n')
  for (const name of ['.spare', '.spare2']) await writeFile(canary + name, 'x')
  let touched = 0
  const touch = () => void (touched += 1)
  const tcp = createHttpServer((_, response) => response.end('x')).on('connection', touch)
  tcp.on('upgrade', (request, socket) => {
    const key = `${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`
    const accept = createHash('sha1').update(key).digest('base64')
    const head = ['HTTP/1.1 101 x', 'upgrade: websocket', 'connection: upgrade']
    socket.write([...head, `sec-websocket-accept: ${accept}`, '', ''].join('\r\n'))
    closing.push(() => socket.destroy())
  })
  const closing: (() => void)[] = []
  const local = createServer().on('connection', touch)
  const udp = createSocket('udp4').on('message', touch)
  const socketPath = join(folder, 'local')
  tcp.listen(0, '127.0.0.1')
  local.listen(socketPath)
  udp.bind(0, '127.0.0.1')
  await Promise.all([once(tcp, 'listening'), once(local, 'listening'), once(udp, 'listening')])
  const victim = spawn('/bin/sleep', ['600'], { stdio: 'ignore' })
  const at: Surroundings = {
    canary,
    port: (tcp.address() as AddressInfo).port,
    udpPort: udp.address().port,
    socketPath,
    victim: victim.pid ?? 0,
  }
  return {
    at,
    touched: () => touched,
    async close() {
      victim.kill('SIGKILL')
      for (const end of closing) end()
      tcp.closeAllConnections()
      tcp.close()
      local.close()
      udp.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
