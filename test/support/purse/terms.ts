/** Where the purse of the schedules pays. */
export const NETWORK = 'eip155:8453'
export const ASSET = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'
