import { z } from 'zod'
import { solanaAddress } from '../../engines/onchain/chain-amounts.ts'
import { definePack } from './_runtime.ts'

const SOL = 'So11111111111111111111111111111111111111112'
const ONE_SOL = '1000000000'

export default definePack({
  title: 'Solana token check',
  tagline: 'Authorities, holders and dangers of a Solana token, and what one SOL buys of it.',
  asks: [
    'Solana token check before a swap: authorities, holders, dangers',
    'what one SOL buys of a Solana token, its holders and dangers',
  ],
  input: z.object({ mint: solanaAddress().describe('Mint of the token.') }),
  steps: [
    { tool: 'sol-token', input: ({ mint }) => ({ mint }) },
    { tool: 'sol-token-security', input: ({ mint }) => ({ mint }) },
    {
      tool: 'sol-swap-quote',
      input: ({ mint }) =>
        mint === SOL ? null : { inputMint: SOL, outputMint: mint, amountBase: ONE_SOL },
    },
  ],
  examples: [{ input: { mint: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v' } }],
})
