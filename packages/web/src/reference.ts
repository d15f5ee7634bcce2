/** The API reference: examples in the chosen language, a search filter, and forms to try operations. */
import './styles/reference.css';
import { prepareContents } from './reference/contents.ts';
import { prepareExamples } from './reference/examples.ts';
import { prepareSearch } from './reference/search.ts';
import { prepareTrying } from './reference/try.ts';

prepareContents();
prepareExamples();
prepareSearch();
prepareTrying();
