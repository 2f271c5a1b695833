import { readFile, stat } from 'node:fs/promises'
import { Fault } from '../../base/core/fault.ts'
import { createClient } from '../../outside/net/request.ts'

const BYTES_MAX = 8 * 1024 * 1024
const TIMEOUT_MS = 10_000

/** A document that the operator names: a file, or an address, which may be a private one. */
export async function readText(
  place: URL,
  slug: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  if (place.protocol === 'file:') {
    if ((await stat(place)).size > BYTES_MAX)
      throw new Error(`${slug}: ${place.pathname} is above 8 MB`)
    return readFile(place, 'utf8')
  }
  const client = createClient({ policy: 'trusted' })
  try {
    const asked = { headers, timeoutMs: TIMEOUT_MS, bytesMax: BYTES_MAX }
    const { status, bytes } = await client.request(place, asked)
    if (status !== 200) throw new Fault('upstream_failed', `${place.host} answered ${status}.`)
    return bytes.toString('utf8')
  } finally {
    await client.close()
  }
}
