interface Address {
  readonly uri: string
  readonly user: string
  readonly password: string
}

/** Returns the environment of a turngraph that works on a Neo4j server. */
export const storeOn = ({ uri, user, password }: Address) => ({
  STORE: uri,
  STORE_USER: user,
  STORE_PASSWORD: password,
})
