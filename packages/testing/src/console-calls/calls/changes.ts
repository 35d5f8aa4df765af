import { z } from 'zod';
import { type CallArea, rowOf } from '../console-call.ts';

const ITEM = rowOf('configs', 'id,name,config_class,type');
const CHANGE = 'id,config_id,change_type,created_at,external_created_by,source,diff,details,patches,created_by';
const INSIGHT = 'id,analysis_type,analyzer,severity,status,first_observed,last_observed';
const insightRow = rowOf('config_analysis_items', INSIGHT, { config: ITEM });
const insights = (filters: string, order: string) =>
  `config_analysis_items?select=${INSIGHT},config:configs(id,name,config_class,type)&limit=50&offset=0${filters}&order=${order}`;
const CARD = 'id,analyzer,analysis_type,message,severity,analysis,first_observed';
const DIALOG = 'id,source,analyzer,analysis_type,message,severity,status,analysis,first_observed';

export const CHANGE_CALLS: CallArea = {
  section: '1.6',
  title: 'changes and insights',
  calls: [
    {
      name: 'types of changes',
      url: 'change_types?change_type=not.eq.',
      row: rowOf('change_types'),
    },
    { name: 'types of insights', url: 'analysis_types', row: rowOf('analysis_types') },
    { name: 'analyzers', url: 'config_analysis_analyzers?order=analyzer.asc', row: rowOf('config_analysis_analyzers') },
    {
      name: 'changes of an item',
      url: 'config_changes?config_id=eq.{config}&order=created_at.desc&limit=50&offset=0',
      isCounted: true,
      row: rowOf('config_changes'),
    },
    {
      name: 'changes of an item by severity and time',
      url: 'config_changes?config_id=eq.{config}&order=created_at.desc&limit=50&offset=0&severity=eq.{change_severity}&and=(created_at.gte.{year_ago},created_at.lte.{tomorrow})',
      isCounted: true,
      row: rowOf('config_changes'),
    },
    {
      name: 'change',
      url: `config_changes?config_id=eq.{config}&id=eq.{change}&select=${CHANGE},config:configs(id,name,type,config_class)`,
      row: rowOf('config_changes', CHANGE, { config: ITEM }),
      most: 1,
    },
    {
      name: 'insights of an item',
      url: `config_analysis?select=${CARD},config:configs(id,name,config_class,type)&config_id=eq.{config}&limit=50&offset=0`,
      isCounted: true,
      row: rowOf('config_analysis', CARD, { config: ITEM }),
    },
    {
      name: 'insight',
      url: `config_analysis?select=${DIALOG},config:configs(id,name,config_class,type)&id=eq.{analysis}`,
      isCounted: true,
      row: rowOf('config_analysis', DIALOG, { config: ITEM }),
      most: 1,
    },
    {
      name: 'insight as evidence',
      url: 'config_analysis?select=id,message,analyzer,config:configs(id,name,config_class,type)&config_id=eq.{config}&id=eq.{analysis}',
      row: rowOf('config_analysis', 'id,message,analyzer', { config: ITEM }),
      most: 1,
    },
    ...[
      'first_observed.desc',
      'catalog.asc',
      'analysis_type.asc',
      'analyzer.asc',
      'severity.desc',
      'status.asc',
      'last_observed.asc',
    ].map((order) => ({ name: `insights by ${order}`, url: insights('', order), isCounted: true, row: insightRow })),
    {
      name: 'insights by everything',
      url: insights(
        '&status=eq.open&analysis_type=eq.{analysis_type}&severity=eq.{analysis_severity}&analyzer=eq.{analyzer}&component_id=eq.{component}&config_id=eq.{config}&config_type=eq.{config_type}',
        'first_observed.desc',
      ),
      isCounted: true,
      row: insightRow,
    },
    {
      name: 'insights of another component',
      url: insights('&component_id=eq.{nil}', 'first_observed.desc'),
      isCounted: true,
      least: 0,
      most: 0,
    },
    {
      name: 'insights of a component',
      url: 'rpc/lookup_analysis_by_component?id={component}',
      row: rowOf('config_analysis'),
    },
    {
      name: 'insights panel of a component',
      url: 'analysis_by_component?component_id=eq.{component}&limit=50&offset=0&select=analysis_id,config:configs(id,name,config_class,type,analysis:config_analysis(id,analyzer,analysis_type,message,severity,analysis,first_observed))',
      isCounted: true,
      row: rowOf('analysis_by_component', 'analysis_id', {
        config: rowOf('configs', 'id,name,config_class,type', { analysis: z.array(rowOf('config_analysis', CARD)).min(1) }),
      }),
    },
    {
      name: 'changes panel of a component, with its item under created_at',
      url: 'changes_by_component?component_id=eq.{component}&select=id,type,config_id,name,change_type,config_class,created_at:configs(id, name, type, config_class)',
      row: rowOf('changes_by_component', 'id,type,config_id,name,change_type,config_class', { created_at: ITEM }),
    },
    { name: 'changes with their items (absent upstream)', url: 'config_changes_items?id=eq.{change}', most: 1 },
  ],
};
