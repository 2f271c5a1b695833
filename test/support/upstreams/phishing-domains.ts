import { fileStandIn } from './_file.ts'

/** The shape of src/config.json of MetaMask/eth-phishing-detect. */
export default fileStandIn('UPSTREAM_PHISHING_DOMAINS_URL', [
  {
    path: '/MetaMask/eth-phishing-detect/main/src/config.json',
    body: JSON.stringify({
      version: 2,
      tolerance: 1,
      fuzzylist: ['metamask.io', 'opensea.io', 'uniswap.org', 'example.com'],
      whitelist: ['app.uniswap.org', 'uniswap.org', 'unswap.org'],
      blacklist: ['uniswap-claim.example.com', 'free-airdrop.app', 'metamask-login.io'],
    }),
  },
])
