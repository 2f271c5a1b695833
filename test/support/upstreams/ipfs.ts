import { PIECE_CID } from '../evm-world.ts'
import { standIn } from './define.ts'

/** https://specs.ipfs.tech/http-gateways/path-gateway/: files by the path of their content id. */
export default standIn({
  at: 'IPFS_GATEWAY_URL',
  answer({ path }) {
    if (path === `/ipfs/${PIECE_CID}/1`)
      return {
        name: 'Piece #1',
        image: 'ipfs://a',
        attributes: [{ trait_type: 'Fur', value: 'Red' }],
      }
    return path === `/ipfs/${PIECE_CID}/2` ? new Response('<html>') : undefined
  },
})
