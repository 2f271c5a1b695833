/** All ciphers of OpenSSL, because the aim is to find what a host accepts. */
export const ALL_CIPHERS = 'ALL:@SECLEVEL=0'
