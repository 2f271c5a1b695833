import { notFound, type Fault } from '../../base/core/fault.ts'
import { DAY_MS } from '../../base/core/milliseconds.ts'
import { TokenMetadata } from '../../engines/onchain/chains/token-metadata.ts'
import { httpUrl } from '../../base/lib/fields.ts'
import { defineUpstream } from './define.ts'

/** Files by the hash of their content, at a gateway that may be the operator's own. */
export const ipfs = defineUpstream({
  name: 'ipfs',
  title: 'IPFS gateway',
  terms: 'https://docs.ipfs.tech/concepts/public-utilities/',
  texts: 'public',
  base: 'https://ipfs.io',
  baseSetting: 'IPFS_GATEWAY_URL',
  settings: [
    {
      name: 'IPFS_GATEWAY_URL',
      description: 'Another gateway of IPFS. Default: https://ipfs.io',
      schema: httpUrl,
    },
  ],
  limits: { timeoutMs: 12_000, bytesMax: 512_000, perSecond: 5 },
  cacheTtlMs: DAY_MS,
  refusals: { 404: gone, 410: gone, 451: gone, 504: gone },
  api: (http) => ({
    /** Metadata of a token. A path is a content id, followed by a path of files. */
    async metadata(path: string) {
      const parts = path.split('/').map(encodeURIComponent)
      return http.json(`/ipfs/${parts.join('/')}`, TokenMetadata)
    },
  }),
})

/** For 504 too: it has searched for a provider of the file in vain. */
function gone(): Fault {
  return notFound('IPFS: no node offers that file.')
}
