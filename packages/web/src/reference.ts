/** The reference of the interface: examples in the chosen language, a search that filters, and operations to try. */
import './styles/reference.css';
import { prepareContents } from './reference/contents.ts';
import { prepareExamples } from './reference/examples.ts';
import { prepareSearch } from './reference/search.ts';
import { prepareTrying } from './reference/try.ts';

prepareContents();
prepareExamples();
prepareSearch();
prepareTrying();
