import { isTheirs } from '../../../../base/core/failover.ts'
import { Fault, type FaultCode } from '../../../../base/core/fault.ts'
import { codec, type Hex } from '../../../../engines/onchain/calldata/codec.ts'
import { TokenMetadata } from '../../../../engines/onchain/chains/token-metadata.ts'
import { foreignObject } from '../../../../base/lib/foreign-json.ts'
import type { JsonObject } from '../../../../base/lib/json-object.ts'
import type { Web } from '../../../../outside/net/web.ts'
import type { CallOutcome } from '../../../../capabilities/upstreams/evm.ts'
import type { ipfs } from '../../../../capabilities/upstreams/ipfs.ts'

export interface FoundMetadata {
  readonly metadata: JsonObject | null
  /** Why there is no metadata. */
  readonly problem: string | null
}

interface Uses {
  readonly web: Web
  readonly ipfs: ReturnType<ReturnType<typeof ipfs.open>>
}

const URI_MAX = 600_000
const BYTES_MAX = 512_000
const WEB_MS = 10_000
const CID = /^(Qm[1-9A-HJ-NP-Za-km-z]{44}|[bB][a-zA-Z2-7]{20,100}|k[0-9a-z]{20,100})(\/|$)/

/** Reads the metadata at a token's URI: inside the URI, on IPFS, or on the web. */
export async function metadataAt(uri: string, { web, ipfs }: Uses): Promise<FoundMetadata> {
  const path = ipfsPath(uri)
  try {
    if (path !== null)
      return CID.test(path)
        ? metadataOf(await ipfs.metadata(path))
        : none('The URI holds no valid IPFS id.')
    if (/^data:/i.test(uri)) return read(within(uri))
    if (!/^https?:\/\//i.test(uri))
      return none('Only data:, ipfs: and http(s): addresses are followed.')
    const { status, bytes } = await web.request(uri, { bytesMax: BYTES_MAX, timeoutMs: WEB_MS })
    return status === 200 ? read(bytes) : none(`The site of the metadata answered ${status}.`)
  } catch (thrown) {
    // A failure of our own gateway fails the call, so it costs nothing.
    const isTold = path === null && isTheirs(thrown)
    if (isTold || (thrown instanceof Fault && TOLD.has(thrown.code)))
      return none((thrown as Fault).message)
    throw thrown
  }
}

/** Faults that an address named by the contract can cause; they are not the caller's mistakes. */
const TOLD = new Set<FaultCode>(['bad_input', 'not_found', 'forbidden'])

const none = (problem: string): FoundMetadata => ({ metadata: null, problem })
const metadataOf = (metadata: JsonObject): FoundMetadata => ({ metadata, problem: null })

/** Strangers wrote it: only an object with members of token metadata is accepted. */
function read(bytes: Buffer): FoundMetadata {
  const object = bytes.length > BYTES_MAX ? null : foreignObject(bytes)
  const { data } = TokenMetadata.safeParse(object)
  return data ? metadataOf(data) : none('The document is not token metadata.')
}

/** Finds the path also where the address names a gateway. */
function ipfsPath(uri: string): string | null {
  const [, path] =
    /^ipfs:\/\/(?:ipfs\/)?([^?#]+)/i.exec(uri) ??
    /^https?:\/\/(?:[\w-]+\.)*(?:ipfs\.io|pinata\.cloud|dweb\.link)\/ipfs\/([^?#]+)/i.exec(uri) ??
    []
  return path ?? null
}

/** The content of a data: address, in base64 or as text. */
function within(uri: string): Buffer {
  const [, kind = '', body = ''] = /^data:([^,]{0,200}),([^]*)$/i.exec(uri) ?? []
  if (/;base64$/i.test(kind)) return Buffer.from(body, 'base64')
  try {
    return Buffer.from(decodeURIComponent(body))
  } catch {
    // Many contracts do not escape this text.
    return Buffer.from(body)
  }
}

/** ERC-1155 writes `{id}` where the id of the token belongs, in hex. */
export async function uriIn(said: CallOutcome, word: string): Promise<string | null> {
  if (!said.isOk || said.data === '0x' || said.data.length > URI_MAX * 2) return null
  const { decodeAbiParameters } = await codec()
  try {
    const [text] = decodeAbiParameters([{ type: 'string' }], said.data as Hex)
    return text.trim().replaceAll('{id}', word) || null
  } catch {
    return null
  }
}
