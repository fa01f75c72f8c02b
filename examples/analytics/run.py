"""Runs the cells of a notebook in order, without Jupyter; ends with an error at the first cell that fails."""

import json
import sys

import matplotlib

matplotlib.use('Agg')

with open(sys.argv[1], encoding='utf-8') as file:
    cells = json.load(file)['cells']
names: dict[str, object] = {'__name__': '__main__'}
for cell in cells:
    if cell['cell_type'] == 'code':
        exec(compile(''.join(cell['source']), sys.argv[1], 'exec'), names)
