{{/* What the objects are called: the release, and the chart where the release does not say it. */}}
{{- define "roster.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride -}}
{{- else if contains .Chart.Name .Release.Name -}}
{{- .Release.Name | trunc 53 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 53 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{/* By which the pods that serve are found. Alerts know the job by the name. */}}
{{- define "roster.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/component: gateway
{{- end -}}

{{- define "roster.labels" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end -}}

{{- define "roster.image" -}}
{{- with .Values.image -}}
{{- if .digest -}}
{{ .repository }}@{{ .digest }}
{{- else -}}
{{ .repository }}:{{ .tag | default $.Chart.AppVersion }}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* A value as a text. What YAML has as a number is one of floating point, which toString writes as 1e+06 from a million on. */}}
{{- define "roster.text" -}}
{{- ternary . (toJson .) (kindIs "string" .) | quote -}}
{{- end -}}

{{/* The settings of every process: those of the values, and those of the Secret. Without a DATABASE_URL in it no pod starts, so that none makes a database of its own. */}}
{{- define "roster.environment" -}}
env:
  - name: ROSTER_PUBLIC_URL
    value: {{ required "Set publicUrl to the address that callers use, such as https://api.example.com." .Values.publicUrl | quote }}
  - name: ROSTER_TRUST_PROXY
    value: {{ include "roster.text" .Values.trustProxy }}
  - name: ROSTER_MIGRATE
    value: 'off'
  - name: HOST
    value: 0.0.0.0
  - name: PORT
    value: '3000'
  - name: ROSTER_METRICS_PORT
    value: '9464'
  - name: DATABASE_URL
    valueFrom:
      secretKeyRef:
        name: {{ include "roster.secret" . }}
        key: DATABASE_URL
  {{- range $name, $value := .Values.settings }}
  - name: {{ $name }}
    value: {{ include "roster.text" $value }}
  {{- end }}
envFrom:
  - secretRef:
      name: {{ include "roster.secret" . }}
{{- end -}}

{{- define "roster.secret" -}}
{{ required "Set existingSecret to the name of a Secret with DATABASE_URL and ROSTER_SECRET." .Values.existingSecret }}
{{- end -}}

{{/* Nobody, without any right, on files that cannot be written. */}}
{{- define "roster.podSecurity" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 65532
  runAsGroup: 65532
  seccompProfile:
    type: RuntimeDefault
{{- with .Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{- define "roster.container" -}}
image: {{ include "roster.image" . | quote }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
{{ include "roster.environment" . }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
resources:
  {{- toYaml .Values.resources | nindent 2 }}
{{- end -}}
