import type { JSX } from 'react'
import { Dialog } from '../parts/Dialog.tsx'
import { DialogButtons } from '../parts/DialogButtons.tsx'
import { keys } from './keys.ts'

/** Returns the list of all keys, opened. */
export default function KeyList({ onClose }: { readonly onClose: () => void }): JSX.Element {
  return (
    <Dialog title="Keyboard shortcuts" hint="All of it has a control that can be seen, too." onClose={onClose}>
      <table className="tbl keylist">
        <tbody>
          {keys.map(([key, does]) => (
            <tr key={key}>
              <th scope="row">
                {key.split(', ').map((one) => (
                  <kbd key={one}>{one}</kbd>
                ))}
              </th>
              <td>{does}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <DialogButtons onClose={onClose} />
    </Dialog>
  )
}
