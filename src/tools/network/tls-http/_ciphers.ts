/** Whatever OpenSSL still knows, to find out what a host accepts, and not what we like. */
export const ALL_CIPHERS = 'ALL:@SECLEVEL=0'
