/** The variable that names a running server: for both clients, and for the command line where it has no `--url`. */
export const urlVariable = 'TURNGRAPH_URL'

/** The variable that holds the key which that server, or the one at `--url`, is sent. */
export const keyVariable = 'TURNGRAPH_KEY'
